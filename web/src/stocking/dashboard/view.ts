/** Which of the cards' stops are looked at, and in which order. */
import { STOP_STATUSES, type StopStatus } from "../rules/stopStatus";
import { statusLabel, type RouteCardData, type StopRow } from "./rows";

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** A text, or nothing, which comes last whichever way it goes. */
const KEYS = {
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

export type Column = keyof typeof KEYS;

/** The order of the stops within their route. */
export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

/** LATE are stops that the driver left behind, whatever their status. */
export type Only = StopStatus | "LATE";

export interface View {
  /** What a route, location or driver must contain. */
  readonly text: string;
  readonly only: Only | undefined;
  readonly sort: Sort | null;
  readonly collapsed: boolean;
}

export function viewFrom(address: URLSearchParams): View {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(address.get("sort") ?? "") ?? [];
  const only = address.get("status")?.toUpperCase();
  return {
    text: address.get("text") ?? "",
    only: only === "LATE" ? only : STOP_STATUSES.find((status) => status === only),
    sort: isColumn(column) ? { column, descending: sign === "-" } : null,
    collapsed: address.get("view") === "collapsed",
  };
}

function isColumn(column: string): column is Column {
  return Object.hasOwn(KEYS, column);
}

/** What a header that is pressed asks for: ascending, descending, then the route's own order again. */
export function nextSort(column: Column, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/** The cards with those of their stops that are looked at; a card without any is left out. */
export function lookedAt(cards: readonly RouteCardData[], { text, only, sort }: View): readonly RouteCardData[] {
  const wanted = text.trim().toLowerCase();
  const narrowed = wanted !== "" || only !== undefined;
  if (!narrowed && !sort) return cards;
  return cards.flatMap((card) => {
    const ofRoute = card.route.includes(wanted);
    const rows = card.rows.filter(
      (row) =>
        (ofRoute || row.location.toLowerCase().includes(wanted) || (row.driver?.includes(wanted) ?? false)) &&
        (only === undefined || (only === "LATE" ? row.late : row.status === only)),
    );
    return rows.length === 0 ? [] : [{ ...card, rows: sort ? inOrder(rows, sort) : rows }];
  });
}

function inOrder(rows: readonly StopRow[], { column, descending }: Sort): readonly StopRow[] {
  const key = KEYS[column];
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return direction * natural.compare(a, b);
  });
}
