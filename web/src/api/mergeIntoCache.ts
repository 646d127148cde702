import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Updates the cached data of a query, if there is any. The query's status stays unchanged: a live event neither clears
 * the error of a failed read nor resets the age of the data.
 */
export function updateCached<Data>(client: QueryClient, queryKey: QueryKey, update: (cached: Data) => Data): void {
  const query = client.getQueryCache().find<Data, Error, Data>({ queryKey, exact: true });
  const cached = query?.state.data;
  if (query === undefined || cached === undefined) return;
  const data = update(cached);
  if (data !== cached) query.setState({ data });
}

/**
 * Merges a change from a live event or a response into the cached data of a query. A read that is in progress may
 * return data from before the change, so the change is merged again into its result. `update` must therefore accept
 * data that already contains the change.
 */
export function mergeIntoCache<Data>(client: QueryClient, queryKey: QueryKey, update: (cached: Data) => Data): void {
  const merge = () => updateCached(client, queryKey, update);
  merge();
  const query = client.getQueryCache().find({ queryKey, exact: true });
  // A failed read does not change the cached data.
  query?.promise?.then(merge, () => undefined);
}
