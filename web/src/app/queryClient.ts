import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from "@tanstack/react-query";
import { isTransient } from "../api/errors";

const MAX_RETRIES = 2;

/** Retries only transient failures: a rejection or an invalid input would fail again. */
export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isTransient(error) && failures < MAX_RETRIES,
        staleTime: 30_000,
      },
    },
  });
}

class Client extends QueryClient {
  /**
   * Also repeats a query's first read if it is in progress. The library would treat its result as fresh, although the
   * server may have sent it before the write that invalidates the query.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // Cancels only queries that the library refetches. Callers that await any other canceled read would wait forever.
    const type = filters?.refetchType ?? filters?.type ?? "active";
    if (type !== "none" && options?.cancelRefetch !== false) {
      for (const query of this.getQueryCache().findAll({ ...filters, type })) {
        const isFirstRead = query.state.fetchStatus === "fetching" && query.state.data === undefined;
        if (isFirstRead && !query.isDisabled()) void query.cancel({ revert: true });
      }
    }
    return super.invalidateQueries(filters, options);
  }
}
