import { useCallback, useMemo } from "react";
import { useAddress } from "../../ui/useAddress";
import { filtersFrom, withFilter, type Filters } from "./filters";
import { sortFrom, withSort, type Sort } from "./order";

interface FilterControls {
  readonly filters: Filters;
  readonly setFilter: (name: keyof Filters, value: string) => void;
  /** Typing has ended: see `useAddress`. */
  readonly settleFilters: () => void;
  /** All but the status back to their defaults. */
  readonly clearFilters: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
  /** The address as it is, or is about to be, with what others keep in it. */
  readonly address: URLSearchParams;
  readonly changeAddress: (change: (address: URLSearchParams) => URLSearchParams) => void;
}

/** Filters and order, kept in the address. */
export function useFilters(): FilterControls {
  const { address, change, settle } = useAddress("text");
  const filters = useMemo(() => filtersFrom(address), [address]);
  const sortText = address.get("sort");
  const sort = useMemo(() => sortFrom(sortText), [sortText]);
  const setFilter = useCallback(
    (name: keyof Filters, value: string) => change((current) => withFilter(current, name, value)),
    [change],
  );
  const clearFilters = useCallback(
    () =>
      change((current) =>
        (["text", "driver", "allocation"] as const).reduce((next, name) => withFilter(next, name, ""), current),
      ),
    [change],
  );
  const setSort = useCallback((next: Sort | null) => change((current) => withSort(current, next)), [change]);
  return { filters, setFilter, settleFilters: settle, clearFilters, sort, setSort, address, changeAddress: change };
}
