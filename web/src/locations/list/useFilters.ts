import { useCallback, useEffect, useMemo, useState } from "react";
import { NavigationType, useNavigation, useNavigationType, useSearchParams } from "react-router";
import { filtersFrom, withFilter, type Filters } from "./filters";
import { sortFrom, withSort, type Sort } from "./order";

/** How long typing rests before the address follows it: a navigation for each key would be felt. */
const TYPING = 250;

/** Back leaves the list, however often it was filtered; and the list stays where it is. */
const IN_PLACE = { replace: true, preventScrollReset: true } as const;

interface FilterControls {
  readonly filters: Filters;
  readonly setFilter: (name: keyof Filters, value: string) => void;
  /** Typing has ended: the address follows at once, before a link that is clicked next leads away. */
  readonly settleFilters: () => void;
  /** All but the status back to their defaults. */
  readonly clearFilters: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
  /** The address as it is, or is about to be, with what others keep in it. */
  readonly address: URLSearchParams;
  readonly changeAddress: (change: (address: URLSearchParams) => URLSearchParams) => void;
}

/** Filters and order, kept in the address. It follows what is chosen here, and leads when it comes from elsewhere. */
export function useFilters(): FilterControls {
  const [address, setAddress] = useSearchParams();
  const navigation = useNavigationType();
  const leaving = useNavigation().state !== "idle";
  const [wanted, setWanted] = useState(address);
  const [seen, setSeen] = useState(address);

  // Our own changes replace the address; others come by a link or the Back button.
  if (seen !== address) {
    setSeen(address);
    if (navigation !== NavigationType.Replace) setWanted(address);
  }

  useEffect(() => {
    if (wanted.toString() === address.toString()) return;
    if (leaving) {
      // A navigation of our own would call off the one under way; Back is to find what was typed last all the same.
      const query = wanted.toString();
      window.history.replaceState(window.history.state, "", query ? `?${query}` : window.location.pathname);
      return;
    }
    const typing = wanted.get("text") !== address.get("text");
    const following = setTimeout(() => setAddress(wanted, IN_PLACE), typing ? TYPING : 0);
    return () => clearTimeout(following);
  }, [wanted, address, setAddress, leaving]);

  const settleFilters = () => {
    if (!leaving && wanted.toString() !== address.toString()) setAddress(wanted, IN_PLACE);
  };

  const filters = useMemo(() => filtersFrom(wanted), [wanted]);
  const sortText = wanted.get("sort");
  const sort = useMemo(() => sortFrom(sortText), [sortText]);
  const setFilter = useCallback(
    (name: keyof Filters, value: string) => setWanted((current) => withFilter(current, name, value)),
    [],
  );
  const clearFilters = useCallback(
    () =>
      setWanted((current) =>
        (["text", "driver", "allocation"] as const).reduce((next, name) => withFilter(next, name, ""), current),
      ),
    [],
  );
  const setSort = useCallback((next: Sort | null) => setWanted((current) => withSort(current, next)), []);
  return { filters, setFilter, settleFilters, clearFilters, sort, setSort, address: wanted, changeAddress: setWanted };
}
