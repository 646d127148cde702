import { useCallback, useMemo } from "react";
import { useAddress, without } from "../../ui/useAddress";
import { FILTER_PARTS, filtersFrom, toggleText, type ToggleName } from "./filters";
import { sortFrom, sortText, type Sort } from "./order";

/** What the screen shows, kept in the address: the look, the filters, the order and the panels that are open. */
export function useFleetAddress() {
  const { address, change, set, settle } = useAddress("text");
  const filters = useMemo(() => filtersFrom(address), [address]);
  const sortPart = address.get("sort");
  const sort = useMemo(() => sortFrom(sortPart), [sortPart]);
  const open = useMemo(() => new Set(address.getAll("open")), [address]);

  const setToggle = useCallback((name: ToggleName, on: boolean) => set(name, toggleText(name, on)), [set]);
  const setSort = useCallback((next: Sort) => set("sort", sortText(next)), [set]);
  const clear = useCallback(() => change((current) => without(current, FILTER_PARTS)), [change]);
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
  return { filters, sort, open, set, setToggle, setSort, setOpen, clear, settle };
}
