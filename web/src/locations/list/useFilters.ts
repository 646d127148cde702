import { useCallback, useMemo } from "react";
import { useUrlState } from "../../lib/useUrlState";
import { useTableViews } from "../../ui/table";
import { clearFilters, parseFilters, setFilterParam, type Filters } from "./filters";

/** The place and the fridge of the map. */
const EXCLUDED_FROM_VIEWS = ["at", "fridge"];

/** The filters and the sort, stored in the URL. */
export function useFilters() {
  const urlState = useUrlState("text");
  const { address, change, set, flush } = urlState;
  return {
    filters: useMemo(() => parseFilters(address), [address]),
    setFilter: useCallback(
      (name: keyof Filters, value: string) => change((current) => setFilterParam(current, name, value)),
      [change],
    ),
    /** Writes the typed text to the URL immediately. See `useUrlState`. */
    flushFilters: flush,
    /** Resets all filters except the status. */
    clearFilters: useCallback(() => change(clearFilters), [change]),
    sort: address.get("sort") ?? "",
    setSort: useCallback((sort: string) => set("sort", sort), [set]),
    views: useTableViews("locations", urlState, EXCLUDED_FROM_VIEWS),
    /** All URL parameters, including those of the map and pending changes. */
    params: address,
    updateParams: change,
  };
}
