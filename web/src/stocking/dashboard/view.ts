/** The view of the cards in the URL: search, status filter, sort order and collapsed cards. */
import { compareNames } from "../../lib/formats";
import { STOP_STATUSES, type StopStatus } from "../rules/stopStatus";
import { statusLabel, type RouteCardData, type StopRow } from "./rows";

/** The sort key of each column. Null comes last in both directions. */
const SORT_KEYS = {
  stop: ({ stop }) => String(stop),
  location: ({ location }) => location,
  scannedAt: ({ scannedAt }) => scannedAt,
  stockedAt: ({ stockedAt }) => stockedAt,
  accountTier: ({ accountTier }) => accountTier,
  onlineDate: ({ onlineDate }) => onlineDate,
  safetyHold: ({ safetyHold }) => safetyHold,
  vendingState: ({ vendingState }) => vendingState,
  status: (row) => statusLabel(row),
  driver: ({ driver }) => driver,
} as const satisfies Readonly<Record<string, (row: StopRow) => string | null>>;

export type Column = keyof typeof SORT_KEYS;

/** The order of the stops within their route. */
export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

/** A status, or LATE for late stops of any status. */
export type StatusFilter = StopStatus | "LATE";

export interface View {
  /** Part of a route, location or driver. */
  readonly text: string;
  readonly statusFilter: StatusFilter | undefined;
  readonly sort: Sort | null;
  readonly collapsed: boolean;
}

export function parseView(address: URLSearchParams): View {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(address.get("sort") ?? "") ?? [];
  const status = address.get("status")?.toUpperCase();
  return {
    text: address.get("text") ?? "",
    statusFilter: status === "LATE" ? status : STOP_STATUSES.find((candidate) => candidate === status),
    sort: isColumn(column) ? { column, descending: sign === "-" } : null,
    collapsed: address.get("view") === "collapsed",
  };
}

function isColumn(column: string): column is Column {
  return Object.hasOwn(SORT_KEYS, column);
}

/** Returns the URL value after a click on a header: ascending, then descending, then the order of the route. */
export function nextSort(column: Column, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/** Filters and sorts the stops of the cards. Omits cards without matching stops. */
export function applyView(
  cards: readonly RouteCardData[],
  { text, statusFilter, sort }: View,
): readonly RouteCardData[] {
  const query = text.trim().toLowerCase();
  const isFiltered = query !== "" || statusFilter !== undefined;
  if (!isFiltered && !sort) return cards;
  return cards.flatMap((card) => {
    const routeMatches = card.route.includes(query);
    const rows = card.rows.filter(
      (row) =>
        (routeMatches || row.location.toLowerCase().includes(query) || (row.driver?.includes(query) ?? false)) &&
        (statusFilter === undefined || (statusFilter === "LATE" ? row.late : row.status === statusFilter)),
    );
    return rows.length === 0 ? [] : [{ ...card, rows: sort ? sortStops(rows, sort) : rows }];
  });
}

function sortStops(rows: readonly StopRow[], { column, descending }: Sort): readonly StopRow[] {
  const key = SORT_KEYS[column];
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * compareNames(a, b);
  });
}
