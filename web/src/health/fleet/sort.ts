/** Sorting of the worst-first table. */
import { compareIds } from "../../lib/formats";
import { lastReportTime } from "../rules/silence";
import { type Entry } from "./entries";

type Compare = (a: Entry, b: Entry) => number;

/** Compares numbers. Unknown values come last in both directions. */
function byNumber(value: (entry: Entry) => number | null | undefined): (descending: boolean) => Compare {
  return (descending) => (a, b) => {
    const [one, other] = [value(a) ?? null, value(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return descending ? other - one : one - other;
  };
}

function byText(value: (entry: Entry) => string): (descending: boolean) => Compare {
  return (descending) => (a, b) => (descending ? -1 : 1) * compareIds(value(a), value(b));
}

const ORDERS = {
  id: byText(({ id }) => id),
  severity: byNumber(({ severity }) => severity),
  temperature: byNumber(({ health }) => health?.temperature),
  jofemarState: byText(({ health }) => health?.jofemarState ?? ""),
  reported: byNumber(({ health }) => health && lastReportTime(health)),
} as const satisfies Readonly<Record<string, (descending: boolean) => Compare>>;

export type SortColumn = keyof typeof ORDERS;

export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Worst first. */
export const DEFAULT_SORT: Sort = { column: "severity", descending: true };

/** Parses the URL's `sort`: `id`, or `-id` for descending. */
export function parseSort(text: string | null): Sort {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  return isColumn(column) ? { column, descending: sign === "-" } : DEFAULT_SORT;
}

export function formatSort({ column, descending }: Sort): string {
  return column === DEFAULT_SORT.column && descending === DEFAULT_SORT.descending
    ? ""
    : `${descending ? "-" : ""}${column}`;
}

/** Returns the sort after a click on a header. A second click reverses it; severity and temperature start descending. */
export function nextSort(column: SortColumn, sort: Sort): Sort {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: column === "severity" || column === "temperature" };
}

/** Sorts entries. Equal entries are sorted by temperature, warmest first, then by id. */
export function sortEntries(entries: readonly Entry[], { column, descending }: Sort): readonly Entry[] {
  const compare = ORDERS[column](descending);
  const warmest = ORDERS.temperature(true);
  return entries.toSorted((a, b) => compare(a, b) || warmest(a, b) || compareIds(a.id, b.id));
}

function isColumn(column: string): column is SortColumn {
  return Object.hasOwn(ORDERS, column);
}
