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
    queryFn: async (): Promise<readonly SearchItem[]> => {
      const { success, output } = v.safeParse(ITEMS, await readCache(storageKey(user)));
      return success ? output : [];
    },
    staleTime: Infinity,
    networkMode: "always",
  });
}

const storageKey = (user: string) => `recent/${user}`;

/** The recent items, latest first, and a function that adds one. */
export function useRecentItems() {
  const { sub } = useUser();
  const client = useQueryClient();
  const items = useQuery(recentItemsQuery(sub)).data ?? [];

  function add({ kind, title, detail, to }: SearchItem) {
    const item = { kind, title, detail, to };
    const others = items.filter((other) => keyOf(other) !== keyOf(item));
    const next = [item, ...others].slice(0, MAX_ITEMS);
    client.setQueryData(recentItemsQuery(sub).queryKey, next);
    void writeCache(storageKey(sub), next);
  }

  return { items, add };
}
