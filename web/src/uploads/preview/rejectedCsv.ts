import { downloadCsv, toCsv } from "../../ui/csv";
import type { CheckedLine } from "../rules/checked";

/** The rejected lines as a file that the user can correct and upload. The upload ignores the last two columns. */
export function rejectedCsv(columns: readonly string[], lines: readonly CheckedLine<unknown>[]): string {
  return toCsv<CheckedLine<unknown>>(
    [
      ...columns.map((header, index) => ({ header, value: ({ cells }: CheckedLine<unknown>) => cells[index] })),
      { header: "line", value: ({ line }) => line },
      { header: "reason", value: ({ reasons }) => reasons.join(". ") },
    ],
    lines.filter(({ outcome }) => outcome === "rejected"),
  );
}

export function downloadRejected(fileName: string, columns: readonly string[], lines: readonly CheckedLine<unknown>[]) {
  downloadCsv(`rejected-${fileName.replace(/\.\w+$/, "")}.csv`, rejectedCsv(columns, lines));
}
