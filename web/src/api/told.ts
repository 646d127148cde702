import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Puts what was told, or answered, into what is kept under the key. What is being read meanwhile may have been answered
 * before: once it has come, the same is put into that. `update` therefore gets what has it already, too.
 */
export function keepTold<Data>(client: QueryClient, queryKey: QueryKey, update: (known: Data) => Data): void {
  const put = () => {
    client.setQueryData<Data>(queryKey, (known) => (known === undefined ? known : update(known)));
  };
  put();
  const query = client.getQueryCache().find({ queryKey, exact: true });
  // A read that fails changes nothing that is kept.
  query?.promise?.then(put, () => undefined);
}
