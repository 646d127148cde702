import { downloadCsv, toCsv, type CsvColumn } from "../../ui/csv";
import type { PreviewRow } from "./preview";

/** The rows as the file has them, with why they were not imported: to be repaired and chosen again. */
export function rejectedCsv(header: readonly string[], rows: readonly PreviewRow[]): string {
  const columns: CsvColumn<PreviewRow>[] = [
    ...header.map((name, index) => ({ header: name, value: ({ row }: PreviewRow) => row.cells[index] })),
    { header: "reason", value: ({ reasons }) => reasons.map(({ message }) => message).join("; ") },
  ];
  return toCsv(columns, rows);
}

export function downloadRejected(fileName: string, header: readonly string[], rows: readonly PreviewRow[]): void {
  downloadCsv(`${fileName.replace(/\.[^.]*$/, "")}-rejected.csv`, rejectedCsv(header, rows));
}
