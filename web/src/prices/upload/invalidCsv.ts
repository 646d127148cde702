import { downloadCsv, toCsv } from "../../ui/csv";
import type { PriceRow } from "./rows";

/** The invalid rows as a file that the user can correct and upload. The upload ignores the last two columns. */
export function invalidCsv(rows: readonly PriceRow[]): string {
  return toCsv<PriceRow>(
    [
      { header: "schemaId", value: ({ schemaId }) => schemaId },
      { header: "item", value: ({ item }) => item },
      { header: "price", value: ({ price }) => price },
      { header: "line", value: ({ line }) => line },
      { header: "validation", value: ({ errors }) => errors.join(". ") },
    ],
    rows.filter(({ status }) => status === "Invalid"),
  );
}

export function downloadInvalid(fileName: string, rows: readonly PriceRow[]): void {
  downloadCsv(`invalid-${fileName.replace(/\.\w+$/, "")}.csv`, invalidCsv(rows));
}
