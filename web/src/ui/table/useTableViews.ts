import { use, useEffect, useMemo, useRef, useState } from "react";
import type { UrlState } from "../../lib/useUrlState";
import {
  applyView,
  COLUMNS_PARAM,
  formatColumns,
  isUnfiltered,
  parseColumns,
  type TableViews,
  type UrlColumns,
} from "./savedViews";
import { SavedViewContext } from "./SavedViewContext";

const NONE: readonly string[] = [];

/**
 * The saved views of a table whose filters are in the URL. A screen that opens without filters gets those of the default
 * view, in place of its history entry.
 *
 * @param table the table's name
 * @param excluded a constant list of the URL parameters that a view does not contain, such as a day
 */
export function useTableViews(table: string, urlState: UrlState, excluded: readonly string[] = NONE): TableViews {
  const views = use(SavedViewContext)?.views;
  const { address, change, set } = urlState;
  const [opensUnfiltered] = useState(() => isUnfiltered(address, excluded));
  // Filters that the user removes later stay removed.
  const isDecided = useRef(false);

  useEffect(() => {
    if (isDecided.current || !views) return;
    isDecided.current = true;
    const view = views.find((one) => one.table === table && one.isDefault);
    if (!view || !opensUnfiltered) return;
    change((now) => (isUnfiltered(now, excluded) ? applyView(now, view, excluded) : now));
  }, [views, table, opensUnfiltered, change, excluded]);

  const columns = address.get(COLUMNS_PARAM);
  const urlColumns = useMemo(
    (): UrlColumns => ({
      choice: parseColumns(columns),
      change: (choice) => set(COLUMNS_PARAM, choice ? formatColumns(choice) : ""),
    }),
    [columns, set],
  );
  return { table, urlState, urlColumns, excluded };
}
