import { downloadCsv, toCsv, type CsvText } from "../../lib/csv";
import type { RejectedFile } from "../kind";
import { errorsOf, type PreviewRow } from "../rules/preview";

export const REJECTED_FILE: RejectedFile = { button: "Download rejected rows", prefix: "rejected", reason: "reason" };

/** The rejected rows as a file that the user can correct and upload. The upload ignores the last two columns. */
export function rejectedCsv(header: readonly string[], rows: readonly PreviewRow<unknown>[], reason: string): CsvText {
  return toCsv<PreviewRow<unknown>>(
    [
      ...header.map((name, index) => ({ header: name, value: ({ line }: PreviewRow<unknown>) => line.cells[index] })),
      { header: "line", value: ({ line }) => line.line },
      { header: reason, value: (row) => errorsOf(row).join(". ") },
    ],
    rows,
  );
}

export function downloadRejected(
  file: { readonly name: string; readonly header: readonly string[] },
  rows: readonly PreviewRow<unknown>[],
  { prefix, reason }: RejectedFile = REJECTED_FILE,
): void {
  downloadCsv(`${prefix}-${file.name.replace(/\.\w+$/, "")}.csv`, rejectedCsv(file.header, rows, reason));
}
