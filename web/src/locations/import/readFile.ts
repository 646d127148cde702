/** The lines of a CSV or .xlsx file. */
import Papa from "papaparse";
import { plainCell } from "../../ui/csv";
import { ImportFault, kindOf, textIn } from "./decode";
import type { Line } from "./table";

/** @throws ImportFault for a file that cannot be read */
export async function readFile(bytes: ArrayBuffer): Promise<readonly Line[]> {
  const view = new Uint8Array(bytes);
  return kindOf(view) === "xlsx" ? readXlsx(bytes) : readCsv(textIn(view));
}

export function readCsv(text: string): readonly Line[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [",", "\t", ";", "|"] });
  const quotes = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  return data.map((cells, row) => ({
    cells: cells.map(plainCell),
    malformed: quotes.has(row) ? "A quotation mark is out of place" : undefined,
  }));
}

/** The first sheet. Its reader is loaded with the first workbook that somebody chooses. */
async function readXlsx(bytes: ArrayBuffer): Promise<readonly Line[]> {
  const { readSheet } = await import("read-excel-file/web-worker");
  try {
    return (await readSheet(bytes)).map((cells) => ({ cells: cells as Line["cells"] }));
  } catch {
    throw new ImportFault("The workbook cannot be read. Open it in a spreadsheet program and save it anew");
  }
}
