/** The items that the user opened from the search last. The browser keeps them until the session ends. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { readCache, writeCache } from "../../lib/storage";
import { useUser } from "../../session/user";
import { keyOf, SEARCH_ITEM, type SearchItem } from "./searchItem";

const MAX_ITEMS = 8;

const ITEMS = v.array(SEARCH_ITEM);

function recentItemsQuery(user: string) {
  return queryOptions({
    queryKey: ["recentItems", user],
    queryFn: () => readStored(user),
    staleTime: Infinity,
    networkMode: "always",
  });
}

async function readStored(user: string): Promise<readonly SearchItem[]> {
  const { success, output } = v.safeParse(ITEMS, await readCache(storageKey(user)));
  return success ? output : [];
}

const storageKey = (user: string) => `recent/${user}`;

/** The recent items, latest first, and a function that adds one. */
export function useRecentItems() {
  const { sub } = useUser();
  const client = useQueryClient();
  const items = useQuery(recentItemsQuery(sub)).data ?? [];

  async function add({ kind, title, detail, to }: SearchItem) {
    const { queryKey } = recentItemsQuery(sub);
    // A read that is in progress would replace the new item by the stored ones.
    await client.cancelQueries({ queryKey });
    // Another tab may have stored items since the last read. Without storage, only this tab's items exist.
    const stored = await readStored(sub);
    const known = client.getQueryData(queryKey) ?? [];
    const all = [{ kind, title, detail, to }, ...stored, ...known];
    const keys = all.map(keyOf);
    const next = all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index).slice(0, MAX_ITEMS);
    client.setQueryData(queryKey, next);
    await writeCache(storageKey(sub), next);
  }

  return { items, add };
}
