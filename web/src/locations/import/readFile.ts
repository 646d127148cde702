/** Reads the rows of a CSV or .xlsx file. */
import Papa from "papaparse";
import { unescapeCsvCell } from "../../ui/csv";
import { ImportError, detectFileKind, decodeCsvText } from "./decode";
import type { Line } from "./table";

/** @throws ImportError if the file cannot be read */
export async function readFile(bytes: ArrayBuffer): Promise<readonly Line[]> {
  const view = new Uint8Array(bytes);
  return detectFileKind(view) === "xlsx" ? readXlsx(bytes) : readCsv(decodeCsvText(view));
}

export function readCsv(text: string): readonly Line[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [",", "\t", ";", "|"] });
  const quotes = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  return data.map((cells, row) => ({
    cells: cells.map(unescapeCsvCell),
    malformed: quotes.has(row) ? "A quotation mark is misplaced" : undefined,
  }));
}

/** Reads the first sheet. The workbook library loads on demand. */
async function readXlsx(bytes: ArrayBuffer): Promise<readonly Line[]> {
  const { readSheet } = await import("read-excel-file/web-worker");
  try {
    return (await readSheet(bytes)).map((cells) => ({ cells: cells as Line["cells"] }));
  } catch {
    throw new ImportError("The workbook cannot be read. Open it in a spreadsheet program and save it again");
  }
}
