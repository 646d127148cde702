/** The order of the list: the business's own, or that of a header that was pressed. */
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

/** Reads the address's `sort`: `stop`, or `-stop` for descending. */
export function sortFrom(text: string | null): Sort | null {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  return isSortable(column) ? { column, descending: sign === "-" } : null;
}

export function withSort(params: URLSearchParams, sort: Sort | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (sort) next.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  else next.delete("sort");
  return next;
}

/**
 * By the column asked for, with those that have no route or stop at the end whichever way it goes; else by id when no
 * route is filtered; otherwise by status, with LIVE entries by stop.
 *
 * @param locations by id, as indexLocations leaves them: what is equal stays so
 */
export function inOrder(
  locations: readonly IndexedLocation[],
  { driver }: Pick<Filters, "driver">,
  sort: Sort | null,
): readonly IndexedLocation[] {
  if (sort) {
    const compare = COLUMN_ORDERS[sort.column];
    const direction = sort.descending ? -1 : 1;
    return locations.toSorted((a, b) => withoutLast(sort.column, a, b) || direction * compare(a, b));
  }
  if (driver === "") return locations;
  const live = (location: IndexedLocation) => location.location.status === "LIVE";
  return locations.toSorted((a, b) => byStatus(a, b) || (live(a) ? withoutLast("stop", a, b) || byStop(a, b) : 0));
}

/** A location without a route has no stop on it either, whatever number is stored. */
function withoutLast(column: SortableColumn, a: IndexedLocation, b: IndexedLocation): number {
  if (column !== "route" && column !== "stop") return 0;
  const lacks = ({ location }: IndexedLocation) => !location.route || (column === "stop" && location.stop === null);
  return Number(lacks(a)) - Number(lacks(b));
}

function isSortable(column: string): column is SortableColumn {
  return Object.hasOwn(COLUMN_ORDERS, column);
}
