import { downloadCsv, toCsv, type CsvColumn } from "../../ui/csv";
import type { PreviewRow } from "./preview";

/** The rejected rows in the format of the file, with an additional column that contains the reason. */
export function rejectedCsv(header: readonly string[], rows: readonly PreviewRow[]): string {
  const columns: CsvColumn<PreviewRow>[] = [
    ...header.map((name, index) => ({ header: name, value: ({ row }: PreviewRow) => row.cells[index] })),
    { header: "reason", value: ({ issues }) => issues.map(({ message }) => message).join("; ") },
  ];
  return toCsv(columns, rows);
}

export function downloadRejected(fileName: string, header: readonly string[], rows: readonly PreviewRow[]): void {
  downloadCsv(`${fileName.replace(/\.[^.]*$/, "")}-rejected.csv`, rejectedCsv(header, rows));
}
