import { useCallback, useMemo } from "react";
import { useUrlState } from "../../lib/useUrlState";
import { parseFilters, setFilterParam, type Filters } from "./filters";
import { parseSort, setSortParam, type Sort } from "./order";

interface FilterControls {
  readonly filters: Filters;
  readonly setFilter: (name: keyof Filters, value: string) => void;
  /** Writes the typed text to the URL immediately. See `useUrlState`. */
  readonly flushFilters: () => void;
  /** Resets all filters except the status. */
  readonly clearFilters: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
  /** All URL parameters, including those of the map and pending changes. */
  readonly params: URLSearchParams;
  readonly updateParams: (change: (params: URLSearchParams) => URLSearchParams) => void;
}

/** The filters and the sort order, stored in the URL. */
export function useFilters(): FilterControls {
  const { address, change, flush } = useUrlState("text");
  const filters = useMemo(() => parseFilters(address), [address]);
  const sortText = address.get("sort");
  const sort = useMemo(() => parseSort(sortText), [sortText]);
  const setFilter = useCallback(
    (name: keyof Filters, value: string) => change((current) => setFilterParam(current, name, value)),
    [change],
  );
  const clearFilters = useCallback(
    () =>
      change((current) =>
        (["text", "driver", "allocation"] as const).reduce((next, name) => setFilterParam(next, name, ""), current),
      ),
    [change],
  );
  const setSort = useCallback((next: Sort | null) => change((current) => setSortParam(current, next)), [change]);
  return {
    filters,
    setFilter,
    flushFilters: flush,
    clearFilters,
    sort,
    setSort,
    params: address,
    updateParams: change,
  };
}
