/** Scheduled changes as lines of a table: what each column says, sorts by and exports. */
import { labelOf } from "../locations/rules/attributes";
import { formatValue } from "../locations/rules/format";
import type { CsvColumn } from "../ui/csv";
import { formatInstant } from "./actionTime";
import { STATE_WORDS, type ScheduledItem } from "./items";

export interface Column extends CsvColumn<ScheduledItem> {
  readonly key: string;
  /** What it sorts by, where that is not what it says. */
  readonly order?: (item: ScheduledItem) => number;
}

const LOCATION: Column = { key: "location", header: "Location", value: ({ change }) => change.id };

export function columnsOf(iana: string, withLocation: boolean): readonly Column[] {
  const columns: readonly Column[] = [
    { key: "attribute", header: "Property", value: ({ attribute }) => labelOf(attribute) },
    { key: "value", header: "New value", value: ({ attribute, value }) => formatValue(attribute, value) },
    { key: "at", header: "Takes effect", value: ({ at }) => formatInstant(at, iana), order: ({ at }) => at.getTime() },
    { key: "reason", header: "Reason", value: ({ reason }) => reason },
    { key: "user", header: "Scheduled by", value: ({ change }) => change.user },
    {
      key: "state",
      header: "State",
      value: ({ change: { state, failure } }) =>
        state === "PENDING" ? "Waits" : `${STATE_WORDS[state]}: ${failure ?? ""}`,
    },
  ];
  return withLocation ? [LOCATION, ...columns] : columns;
}

/** A column's key, with a minus in front for descending order. */
export type Sort = string;

export function toggledSort(sort: Sort, key: string): Sort {
  return sort === key ? `-${key}` : key;
}

export function shownItems(items: readonly ScheduledItem[], columns: readonly Column[], find: string, sort: Sort) {
  const wanted = find.trim().toLowerCase();
  const found = items.filter((item) =>
    columns.some((column) =>
      String(column.value(item) ?? "")
        .toLowerCase()
        .includes(wanted),
    ),
  );
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ""));
  if (!column) return found;
  const direction = sort.startsWith("-") ? -1 : 1;
  const compare = (a: ScheduledItem, b: ScheduledItem) =>
    column.order
      ? column.order(a) - column.order(b)
      : String(column.value(a) ?? "").localeCompare(String(column.value(b) ?? ""), "en", { numeric: true });
  return found.toSorted((a, b) => direction * compare(a, b));
}
