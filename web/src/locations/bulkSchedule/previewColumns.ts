/** The columns of the preview, for the table, sorting and the export. */
import { compareIds } from "../../lib/formats";
import type { CsvColumn } from "../../lib/csv";
import type { PlannedChange } from "./plan";
import type { Outcome } from "./useScheduling";

/** A change and the result of scheduling it. */
export interface PreviewRow {
  readonly change: PlannedChange;
  readonly outcome: Outcome | undefined;
}

export interface PreviewColumn extends CsvColumn<PreviewRow> {
  readonly key: "location" | "property" | "current" | "atTime" | "next" | "status";
  readonly value: (row: PreviewRow) => string;
}

export const PREVIEW_COLUMNS: readonly PreviewColumn[] = [
  { key: "location", header: "Location", value: ({ change }) => change.location.id },
  { key: "property", header: "Property", value: ({ change }) => change.row.label },
  { key: "current", header: "Current value", value: ({ change }) => change.current },
  { key: "atTime", header: "Value at that time", value: ({ change }) => change.atTime ?? "Unknown" },
  { key: "next", header: "New value", value: ({ change }) => change.next },
  { key: "status", header: "Status", value: statusText },
];

export function statusText({ change, outcome }: PreviewRow): string {
  if (change.unchanged) return "Unchanged (skipped)";
  if (outcome?.kind === "scheduled") return "Scheduled";
  if (outcome?.kind === "failed") return `Failed: ${outcome.message}`;
  return change.missesStocking ? "Will miss the next stocking" : "Ready to schedule";
}

/** A column key, prefixed with a minus for descending order. Empty for the order of the plan. */
export type PreviewSort = string;

/** The rows that contain the search text, in the requested order. */
export function filterAndSortRows(
  rows: readonly PreviewRow[],
  searchText: string,
  sort: PreviewSort,
): readonly PreviewRow[] {
  const searched = searchText.trim().toLowerCase();
  const matching =
    searched === ""
      ? rows
      : rows.filter((row) => PREVIEW_COLUMNS.some(({ value }) => value(row).toLowerCase().includes(searched)));
  const column = PREVIEW_COLUMNS.find(({ key }) => key === sort.replace(/^-/, ""));
  if (!column) return matching;
  const direction = sort.startsWith("-") ? -1 : 1;
  return matching.toSorted((a, b) => direction * compareIds(column.value(a), column.value(b)));
}
