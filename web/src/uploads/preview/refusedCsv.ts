import { downloadCsv, toCsv } from "../../ui/csv";
import type { CheckedLine } from "../rules/checked";

/** The refused lines as a file that can be mended and uploaded: its last two columns are not asked for. */
export function refusedCsv(columns: readonly string[], lines: readonly CheckedLine<unknown>[]): string {
  return toCsv<CheckedLine<unknown>>(
    [
      ...columns.map((header, place) => ({ header, value: ({ cells }: CheckedLine<unknown>) => cells[place] })),
      { header: "line", value: ({ line }) => line },
      { header: "reason", value: ({ reasons }) => reasons.join(". ") },
    ],
    lines.filter(({ outcome }) => outcome === "refused"),
  );
}

export function downloadRefused(fileName: string, columns: readonly string[], lines: readonly CheckedLine<unknown>[]) {
  downloadCsv(`refused-${fileName.replace(/\.\w+$/, "")}.csv`, refusedCsv(columns, lines));
}
