/**
 * Keeps the last read of a day in the browser's cache. A screen shows it with its age while it reads the day again, and
 * without it the pages that are loaded so far. The cache is cleared when the session ends.
 */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import * as v from "valibot";
import { clearCache } from "../lib/storage";
import { userCache } from "../lib/userCache";
import { kindOf } from "./errors";

interface Options<Data> {
  readonly key: string;
  /** Changes with the form of the data, for example with its GraphQL document. */
  readonly schema: string;
  /** Checks the outer form of the stored data. */
  readonly data: v.GenericSchema<unknown, Data>;
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
export function dayStore<Data>({ key, schema, data, restore = (data) => data }: Options<Data>) {
  // `at` is when the day was read, in milliseconds.
  const cache = userCache({ key, schema, data: v.object({ day: v.string(), at: v.number(), data }) });

  /** The function of a query: shows the kept data, or the loaded pages, until all pages are loaded. */
  async function read({ client, queryKey, user, day, load, isKept = () => true }: Read<Data>): Promise<Data> {
    const isShown = () => client.getQueryData(queryKey) !== undefined;
    if (!isShown()) {
      const entry = await cache.read(user);
      if (entry?.day === day && !isShown()) client.setQueryData(queryKey, restore(entry.data), { updatedAt: entry.at });
    }
    const showsPages = !isShown();
    try {
      const data = await load((partial) => {
        if (showsPages) client.setQueryData(queryKey, partial);
      });
      // Not awaited: a slow disk must not delay the screen.
      if (isKept(data)) void cache.write(user, { day, at: Date.now(), data });
      return data;
    } catch (error) {
      if (kindOf(error) === "forbidden") await clearCache();
      throw error;
    }
  }
  return { read };
}
