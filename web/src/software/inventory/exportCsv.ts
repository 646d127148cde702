import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { SOFTWARE } from "../artifacts";
import type { Row } from "./rows";

const COLUMNS: readonly CsvColumn<Row>[] = [
  { header: "Fridge", value: ({ id }) => id },
  { header: "Fridge Name", value: ({ fridgeName }) => fridgeName },
  { header: "Status", value: ({ status }) => status },
  { header: "Pilots", value: ({ pilots }) => pilots.map(({ displayName }) => displayName).join(", ") },
  ...SOFTWARE.map(({ type, label }): CsvColumn<Row> => ({ header: label, value: ({ versions }) => versions[type] })),
];

export function softwareCsv(rows: readonly Row[]): string {
  return toCsv(COLUMNS, rows);
}

/** Downloads the listed fridges as CSV. */
export function exportSoftware(rows: readonly Row[], now: Date): void {
  downloadCsv(`fridge-software-${now.toISOString().slice(0, 10)}.csv`, softwareCsv(rows));
}
