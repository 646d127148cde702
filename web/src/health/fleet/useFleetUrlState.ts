import { useCallback, useMemo } from "react";
import { omitParams, useUrlState } from "../../lib/useUrlState";
import { useTableViews } from "../../ui/table";
import { FILTER_PARAMS, formatToggle, parseFilters, type ToggleName } from "./filters";

/** The open panels. */
const EXCLUDED_FROM_VIEWS = ["open"];

/** The screen state that is kept in the URL: view, filters, sort order and open panels. */
export function useFleetUrlState() {
  const urlState = useUrlState("text");
  const { address, change, set, flush } = urlState;
  const views = useTableViews("fleetHealth", urlState, EXCLUDED_FROM_VIEWS);
  const filters = useMemo(() => parseFilters(address), [address]);
  const open = useMemo(() => new Set(address.getAll("open")), [address]);

  const setToggle = useCallback((name: ToggleName, on: boolean) => set(name, formatToggle(name, on)), [set]);
  const setSort = useCallback((sort: string) => set("sort", sort), [set]);
  const clear = useCallback(() => change((current) => omitParams(current, FILTER_PARAMS)), [change]);
  const setOpen = useCallback(
    (id: string, isOpen: boolean) =>
      change((current) => {
        const others = current.getAll("open").filter((other) => other !== id);
        const next = new URLSearchParams(current);
        next.delete("open");
        for (const other of isOpen ? [...others, id] : others) next.append("open", other);
        return next;
      }),
    [change],
  );
  return { filters, sort: address.get("sort") ?? "", open, set, setToggle, setSort, setOpen, clear, flush, views };
}
