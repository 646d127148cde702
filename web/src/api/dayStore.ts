/**
 * Keeps the last read of a day in the browser's cache. A screen shows it with its age while it reads the day again, and
 * without it the pages that are loaded so far. The cache is cleared when the session ends.
 */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { clearCache, readCache, writeCache } from "../lib/storage";
import { kindOf } from "./errors";

interface Entry<Data> {
  readonly schema: string;
  /** The `sub` of the signed-in user. */
  readonly user: string;
  readonly day: string;
  /** When the day was read, in milliseconds. */
  readonly at: number;
  readonly data: Data;
}

interface Options<Data> {
  readonly key: string;
  /** Changes with the form of the data, for example with its GraphQL document. */
  readonly schema: string;
  /** Changes the stored data before it is shown. */
  readonly restore?: (data: Data) => Data;
}

interface Read<Data> {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly user: string;
  readonly day: string;
  /** Reads all pages. `publish` shows the pages that are loaded so far. */
  readonly load: (publish: (partial: Data) => void) => Promise<Data>;
  /** Whether to keep the data, by default always. */
  readonly isKept?: (data: Data) => boolean;
}

/** Only the last day is kept, because people watch the current day. */
export function dayStore<Data>({ key, schema, restore = (data) => data }: Options<Data>) {
  async function stored(user: string, day: string): Promise<Entry<Data> | null> {
    const entry = (await readCache(key)) as Partial<Entry<Data>> | null | undefined;
    if (!entry || entry.user !== user || entry.schema !== schema || entry.day !== day) return null;
    const { at, data } = entry;
    return typeof at === "number" && data !== undefined ? { schema, user, day, at, data } : null;
  }

  /** The function of a query: shows the kept data, or the loaded pages, until all pages are loaded. */
  async function read({ client, queryKey, user, day, load, isKept = () => true }: Read<Data>): Promise<Data> {
    const isShown = () => client.getQueryData(queryKey) !== undefined;
    if (!isShown()) {
      const entry = await stored(user, day);
      if (entry && !isShown()) client.setQueryData(queryKey, restore(entry.data), { updatedAt: entry.at });
    }
    const showsPages = !isShown();
    try {
      const data = await load((partial) => {
        if (showsPages) client.setQueryData(queryKey, partial);
      });
      // Not awaited: a slow disk must not delay the screen.
      if (isKept(data)) void writeCache(key, { schema, user, day, at: Date.now(), data } satisfies Entry<Data>);
      return data;
    } catch (error) {
      if (kindOf(error) === "forbidden") await clearCache();
      throw error;
    }
  }
  return { read };
}
