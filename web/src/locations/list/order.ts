/** The order of the list: the default order, or the order of the selected column header. */
import type { Filters } from "./filters";
import { compareText, type IndexedLocation } from "./locationIndex";

type Compare = (a: IndexedLocation, b: IndexedLocation) => number;

const byId: Compare = (a, b) => compareText(a.keys.id, b.keys.id);
const byStatus: Compare = (a, b) => compareText(a.location.status, b.location.status);
const byStop: Compare = (a, b) => (a.location.stop ?? 0) - (b.location.stop ?? 0);

const COLUMN_ORDERS = {
  id: byId,
  prettyName: (a, b) => compareText(a.keys.prettyName, b.keys.prettyName),
  route: (a, b) => compareText(a.keys.naturalRoute, b.keys.naturalRoute),
  stop: byStop,
  status: byStatus,
  allocation: (a, b) => a.location.prod - b.location.prod,
} as const satisfies Readonly<Record<string, Compare>>;

export type SortableColumn = keyof typeof COLUMN_ORDERS;

export interface Sort {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

/** Parses the URL parameter `sort`: `stop`, or `-stop` for descending. */
export function parseSort(text: string | null): Sort | null {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  return isSortable(column) ? { column, descending: sign === "-" } : null;
}

export function setSortParam(params: URLSearchParams, sort: Sort | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (sort) next.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  else next.delete("sort");
  return next;
}

/**
 * Sorts by the requested column; locations without a route or stop come last in both directions. The default order is by
 * id, and with a driver filter by status and LIVE locations by stop.
 *
 * @param locations sorted by id, as indexLocations returns them; the sort is stable
 */
export function sortLocations(
  locations: readonly IndexedLocation[],
  { driver }: Pick<Filters, "driver">,
  sort: Sort | null,
): readonly IndexedLocation[] {
  if (sort) {
    const compare = COLUMN_ORDERS[sort.column];
    const direction = sort.descending ? -1 : 1;
    return locations.toSorted((a, b) => compareMissingLast(sort.column, a, b) || direction * compare(a, b));
  }
  if (driver === "") return locations;
  const live = (location: IndexedLocation) => location.location.status === "LIVE";
  return locations.toSorted(
    (a, b) => byStatus(a, b) || (live(a) ? compareMissingLast("stop", a, b) || byStop(a, b) : 0),
  );
}

/** A location without a route has no stop either, even if a number is stored. */
function compareMissingLast(column: SortableColumn, a: IndexedLocation, b: IndexedLocation): number {
  if (column !== "route" && column !== "stop") return 0;
  const isMissing = ({ location }: IndexedLocation) => !location.route || (column === "stop" && location.stop === null);
  return Number(isMissing(a)) - Number(isMissing(b));
}

function isSortable(column: string): column is SortableColumn {
  return Object.hasOwn(COLUMN_ORDERS, column);
}
