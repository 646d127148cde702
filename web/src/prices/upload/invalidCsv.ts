import { downloadCsv, toCsv } from "../../ui/csv";
import type { PriceRow } from "./rows";

/** All invalid rows as a file that can be mended and uploaded: its last two columns are not asked for. */
export function invalidCsv(rows: readonly PriceRow[]): string {
  return toCsv<PriceRow>(
    [
      { header: "schemaId", value: ({ schemaId }) => schemaId },
      { header: "item", value: ({ item }) => item },
      { header: "price", value: ({ price }) => price },
      { header: "line", value: ({ line }) => line },
      { header: "validation", value: ({ faults }) => faults.join(". ") },
    ],
    rows.filter(({ status }) => status === "Invalid"),
  );
}

export function downloadInvalid(fileName: string, rows: readonly PriceRow[]): void {
  downloadCsv(`invalid-${fileName.replace(/\.\w+$/, "")}.csv`, invalidCsv(rows));
}
