import { number, status, tableColumns, text, type Columns } from "../../ui/table";
import type { Preview } from "../kind";
import { noteOf, type PreviewRow, type PreviewStatus } from "../rules/preview";
import { ErrorText } from "../Step";

/** The columns of a preview: line, the file's columns, outcome and note. */
export function previewColumns<Value>(
  names: readonly string[],
  statusOf: (row: PreviewRow<Value>) => PreviewStatus | undefined,
  noteLabel: Preview<Value>["noteLabel"] = "Reason or saved value",
): Columns<PreviewRow<Value>> {
  return tableColumns<PreviewRow<Value>>([
    number("line", {
      label: "Line",
      value: ({ line }) => line.line,
      // Removed records come after the lines of the file.
      sortValue: ({ line }) => line.line ?? Infinity,
      cell: ({ line }) => line.line ?? "–",
      find: false,
      align: "start",
    }),
    ...names.map((label, index) =>
      text<PreviewRow<Value>>(label, { label, value: ({ line }) => line.cells[index], grow: 1 }),
    ),
    status("outcome", {
      label: "Outcome",
      value: (row) => statusOf(row)?.label,
      tone: (row) => statusOf(row)?.tone ?? "neutral",
      find: false,
      sortable: false,
    }),
    text("note", {
      label: noteLabel,
      value: noteOf,
      cell: (row) => (row.line.outcome === "rejected" ? <ErrorText>{noteOf(row)}</ErrorText> : noteOf(row)),
      minWidth: 14,
      grow: 3,
    }),
  ]);
}
