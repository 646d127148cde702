/** The order of the table: the worst first, or that of a header that was pressed. Pure. */
import { lastHeard } from "../rules/silence";
import { ID_ORDER, type Entry } from "./entries";

type Compare = (a: Entry, b: Entry) => number;

/** Nothing known comes last, whichever way it goes. */
function numbers(value: (entry: Entry) => number | null | undefined): (descending: boolean) => Compare {
  return (descending) => (a, b) => {
    const [one, other] = [value(a) ?? null, value(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return descending ? other - one : one - other;
  };
}

function texts(value: (entry: Entry) => string): (descending: boolean) => Compare {
  return (descending) => (a, b) => (descending ? -1 : 1) * ID_ORDER.compare(value(a), value(b));
}

const ORDERS = {
  id: texts(({ id }) => id),
  severity: numbers(({ severity }) => severity),
  temperature: numbers(({ health }) => health?.temperature),
  jofemarState: texts(({ health }) => health?.jofemarState ?? ""),
  reported: numbers(({ health }) => health && lastHeard(health)),
} as const satisfies Readonly<Record<string, (descending: boolean) => Compare>>;

export type SortColumn = keyof typeof ORDERS;

export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** The worst first. */
export const USUAL: Sort = { column: "severity", descending: true };

/** Reads the address's `sort`: `id`, or `-id` for descending. */
export function sortFrom(text: string | null): Sort {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  return isColumn(column) ? { column, descending: sign === "-" } : USUAL;
}

export function sortText({ column, descending }: Sort): string {
  return column === USUAL.column && descending === USUAL.descending ? "" : `${descending ? "-" : ""}${column}`;
}

/** A header that is pressed: by its column, then the other way round. The worst and the warmest come first at once. */
export function nextSort(column: SortColumn, sort: Sort): Sort {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: column === "severity" || column === "temperature" };
}

/** Of two that are as bad the warmer one comes first. */
export function inOrder(entries: readonly Entry[], { column, descending }: Sort): readonly Entry[] {
  const compare = ORDERS[column](descending);
  const warmest = ORDERS.temperature(true);
  return entries.toSorted((a, b) => compare(a, b) || warmest(a, b) || ID_ORDER.compare(a.id, b.id));
}

function isColumn(column: string): column is SortColumn {
  return Object.hasOwn(ORDERS, column);
}
