import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from "@tanstack/react-query";
import { isTransient } from "../api/errors";

const RETRIES = 2;

/** Only what may go better a moment later is tried again: a refusal or a fault of the input will not. */
export function createQueryClient(): QueryClient {
  return new Client({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isTransient(error) && failures < RETRIES,
        staleTime: 30_000,
      },
    },
  });
}

class Client extends QueryClient {
  /**
   * Has what is being read for the first time be read again too. The library would let that read end and take its answer
   * for new, though the server may have given it before the write that invalidates it.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // Those that the library will read again, and no others: who waits for a read that is not begun anew would wait forever.
    const type = filters?.refetchType ?? filters?.type ?? "active";
    if (type !== "none" && options?.cancelRefetch !== false) {
      for (const query of this.getQueryCache().findAll({ ...filters, type })) {
        const first = query.state.fetchStatus === "fetching" && query.state.data === undefined;
        if (first && !query.isDisabled()) void query.cancel({ revert: true });
      }
    }
    return super.invalidateQueries(filters, options);
  }
}
