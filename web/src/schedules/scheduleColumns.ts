/** The columns of the scheduled changes table, with filter and sort. */
import { labelOf } from "../locations/rules/attributes";
import { formatValue } from "../locations/rules/format";
import type { CsvColumn } from "../ui/csv";
import { formatInstant } from "./actionTime";
import { STATE_LABELS, type ScheduledItem } from "./scheduledItems";

export interface Column extends CsvColumn<ScheduledItem> {
  readonly key: string;
  /** The sort key, if it differs from the displayed value. */
  readonly order?: (item: ScheduledItem) => number;
}

const LOCATION: Column = { key: "location", header: "Location", value: ({ change }) => change.id };

export function createScheduleColumns(iana: string, showLocation: boolean): readonly Column[] {
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
        state === "PENDING" ? "Pending" : `${STATE_LABELS[state]}: ${failure ?? ""}`,
    },
  ];
  return showLocation ? [LOCATION, ...columns] : columns;
}

/** A column key, with a leading minus for descending order. */
export type Sort = string;

export function toggleSort(sort: Sort, key: string): Sort {
  return sort === key ? `-${key}` : key;
}

export function filterAndSortItems(
  items: readonly ScheduledItem[],
  columns: readonly Column[],
  find: string,
  sort: Sort,
) {
  const query = find.trim().toLowerCase();
  const found = items.filter((item) =>
    columns.some((column) =>
      String(column.value(item) ?? "")
        .toLowerCase()
        .includes(query),
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
