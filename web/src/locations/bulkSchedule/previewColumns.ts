/** What the preview says of a change, sorts by and exports. */
import type { CsvColumn } from "../../ui/csv";
import type { PlannedChange } from "./plan";
import type { Outcome } from "./useScheduling";

/** A change and what became of it. */
export interface PreviewRow {
  readonly change: PlannedChange;
  readonly outcome: Outcome | undefined;
}

export interface PreviewColumn extends CsvColumn<PreviewRow> {
  readonly key: "location" | "property" | "now" | "then" | "next" | "state";
  readonly value: (row: PreviewRow) => string;
}

export const PREVIEW_COLUMNS: readonly PreviewColumn[] = [
  { key: "location", header: "Location", value: ({ change }) => change.location.id },
  { key: "property", header: "Property", value: ({ change }) => change.row.label },
  { key: "now", header: "Now", value: ({ change }) => change.now },
  { key: "then", header: "Then", value: ({ change }) => change.then ?? "Unknown" },
  { key: "next", header: "New value", value: ({ change }) => change.next },
  { key: "state", header: "State", value: stateOf },
];

export function stateOf({ change, outcome }: PreviewRow): string {
  if (change.unchanged) return "Unchanged: left out";
  if (outcome?.kind === "scheduled") return "Scheduled";
  if (outcome?.kind === "failed") return `Failed: ${outcome.message}`;
  return change.missesStocking ? "Will miss the next stocking" : "To be scheduled";
}

/** A column's key, with a minus in front for descending order; nothing for the order of the plan. */
export type PreviewSort = string;

/** Those that contain what is looked for, in the order that is asked for. */
export function shownRows(rows: readonly PreviewRow[], find: string, sort: PreviewSort): readonly PreviewRow[] {
  const wanted = find.trim().toLowerCase();
  const found =
    wanted === ""
      ? rows
      : rows.filter((row) => PREVIEW_COLUMNS.some(({ value }) => value(row).toLowerCase().includes(wanted)));
  const column = PREVIEW_COLUMNS.find(({ key }) => key === sort.replace(/^-/, ""));
  if (!column) return found;
  const direction = sort.startsWith("-") ? -1 : 1;
  const collator = new Intl.Collator("en", { numeric: true });
  return found.toSorted((a, b) => direction * collator.compare(column.value(a), column.value(b)));
}
