import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Changes what is kept under the key, if anything is. How the last read ended stays as it is: a live event neither clears
 * the error of a failed read nor makes older data look as if it had just been read.
 */
export function updateCached<Data>(client: QueryClient, queryKey: QueryKey, update: (known: Data) => Data): void {
  const query = client.getQueryCache().find<Data, Error, Data>({ queryKey, exact: true });
  const known = query?.state.data;
  if (query === undefined || known === undefined) return;
  const data = update(known);
  if (data !== known) query.setState({ data });
}

/**
 * Puts what was told, or answered, into what is kept under the key. What is being read meanwhile may have been answered
 * before: once it has come, the same is put into that. `update` therefore gets what has it already, too.
 */
export function keepTold<Data>(client: QueryClient, queryKey: QueryKey, update: (known: Data) => Data): void {
  const put = () => updateCached(client, queryKey, update);
  put();
  const query = client.getQueryCache().find({ queryKey, exact: true });
  // A read that fails changes nothing that is kept.
  query?.promise?.then(put, () => undefined);
}
