/** Reads the customer records of a CSV or .xlsx file, whose columns can be in any order. */
import Papa from "papaparse";
import { unescapeCsvCell } from "../../lib/csv";
import type { ReadResult } from "../../uploads/rules/checked";
import { decode, type OtherFile } from "../../uploads/rules/decode";
import type { Line } from "../../uploads/rules/sheet";
import { COLUMN_NAMES, OPTIONAL_COLUMNS, recordOf, type Cell, type Column } from "../rules/customerRecord";

/** A row of the file: its cells, and the reason if it is malformed. */
interface Row {
  readonly cells: readonly Cell[];
  readonly malformed?: string | undefined;
}

const OTHER_FILES: readonly OtherFile[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    message: "This is an old Excel workbook. In Excel, choose Save As and select .xlsx or CSV",
  },
  { start: [0x25, 0x50, 0x44, 0x46], message: "This is a PDF document. Choose a CSV or .xlsx file" },
];

export async function readRecords(bytes: Uint8Array): Promise<ReadResult<Column>> {
  // An .xlsx file is an archive.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const rows = await readXlsx(bytes);
    return rows
      ? readTable(rows)
      : failure("The workbook cannot be read. Open it in a spreadsheet program and save it again");
  }
  const decoded = decode(bytes, OTHER_FILES, "This is not a text file. Choose a CSV or .xlsx file");
  return decoded.ok ? readTable(readCsv(decoded.text)) : failure(decoded.message);
}

const failure = (message: string) => ({ ok: false, error: { message } }) as const;

export function readCsv(text: string): readonly Row[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [",", "\t", ";", "|"] });
  const quotes = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  return data.map((cells, row) => ({
    cells: cells.map(unescapeCsvCell),
    malformed: quotes.has(row) ? "A quotation mark is misplaced" : undefined,
  }));
}

/** Reads the first sheet; null if that fails. The workbook library loads on demand. */
async function readXlsx(bytes: Uint8Array): Promise<readonly Row[] | null> {
  const { readSheet } = await import("read-excel-file/web-worker");
  try {
    return (await readSheet(new Blob([bytes.slice()]))).map((cells) => ({ cells: cells as Row["cells"] }));
  } catch {
    return null;
  }
}

const isEmpty = (cell: Cell) => cell === null || cell === undefined || cell === "";
const isBlank = ({ cells }: Row) => cells.every((cell) => cellText(cell).trim() === "");

function cellText(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null || cell === undefined ? "" : String(cell);
}

/** Column names are compared without regard to case. */
const normalizeHeader = (name: string) => name.trim().toLowerCase();

function readTable(rows: readonly Row[]): ReadResult<Column> {
  const first = rows.findIndex((row) => !isBlank(row));
  if (first < 0) return failure("The file is empty");
  const header = (rows[first]?.cells ?? []).map((cell) => cellText(cell).trim());
  const keys = header.map(normalizeHeader);
  const missing = COLUMN_NAMES.filter((column) => !keys.includes(normalizeHeader(column)));
  const required = missing.filter((column) => !OPTIONAL_COLUMNS.has(column));
  if (required.length > 0) {
    const message = `Missing columns: ${required.join(", ")}`;
    return failure(required.length > 4 ? `This file is not an export of the customer records. ${message}` : message);
  }
  const duplicate = COLUMN_NAMES.find((column) => keys.filter((key) => key === normalizeHeader(column)).length > 1);
  if (duplicate) return failure(`The column ${duplicate} appears twice`);

  const positions = new Map(COLUMN_NAMES.map((column) => [column, keys.indexOf(normalizeHeader(column))]));
  const lines = rows.flatMap((row, index): Line<Column>[] => {
    if (index <= first || isBlank(row)) return [];
    const { cells } = row;
    const malformed = cells.slice(header.length).every(isEmpty)
      ? null
      : `The row has ${cells.length} cells, but the header has ${header.length}`;
    return [
      {
        // As in a spreadsheet. Rows above the header count.
        number: index + 1,
        cells: recordOf((column) => cells[positions.get(column) ?? -1]),
        malformed: row.malformed ?? malformed,
        text: header.map((_, position) => cellText(cells[position])),
      },
    ];
  });
  if (lines.length === 0) return failure("The file has a header but no rows");
  const notes = missing.length > 0 ? [`Missing columns, replaced by defaults: ${missing.join(", ")}`] : [];
  return { ok: true, file: { header, lines, notes } };
}
