/** Maps the rows of a file to the columns of the customer records, which can be in any order. Pure. */
import { COLUMN_NAMES, OPTIONAL_COLUMNS, type Cell, type Column } from "../rules/customerRecord";

/** A parsed line: its cells, and the reason if it is malformed. */
export interface Line {
  readonly cells: readonly Cell[];
  readonly malformed?: string | undefined;
}

export interface TableRow extends Line {
  /** Row number as in a spreadsheet, starting at 1. Lines above the header count. */
  readonly number: number;
}

export interface Table {
  /** The column names as written in the file. */
  readonly header: readonly string[];
  readonly columnIndexes: ReadonlyMap<Column, number>;
  readonly rows: readonly TableRow[];
  /** Missing columns that are optional. */
  readonly missingColumns: readonly Column[];
}

export type ReadTable = { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly message: string };

const isBlank = ({ cells }: Line) =>
  cells.every(
    (cell) => cell === null || cell === undefined || cell === "" || /^\s*$/.test(String(cell as string | number)),
  );

/** Column names are compared without regard to case. */
const normalizeHeader = (name: string) => name.trim().toLowerCase();

export function readTable(lines: readonly Line[]): ReadTable {
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return { ok: false, message: "The file is empty" };
  const header = (lines[first]?.cells ?? []).map((cell) => String((cell ?? "") as string | number).trim());
  const keys = header.map(normalizeHeader);

  const missingColumns = COLUMN_NAMES.filter((column) => !keys.includes(normalizeHeader(column)));
  const missingRequired = missingColumns.filter((column) => !OPTIONAL_COLUMNS.has(column));
  if (missingRequired.length > 0) {
    const message = `Missing columns: ${missingRequired.join(", ")}`;
    return {
      ok: false,
      message: missingRequired.length > 4 ? `This file is not an export of the customer records. ${message}` : message,
    };
  }
  const duplicate = COLUMN_NAMES.find((column) => keys.filter((key) => key === normalizeHeader(column)).length > 1);
  if (duplicate) return { ok: false, message: `The column ${duplicate} appears twice` };

  const rows = lines.flatMap((line, index): TableRow[] => {
    if (index <= first || isBlank(line)) return [];
    const hasExtraCells = line.cells
      .slice(header.length)
      .some((cell) => cell !== null && cell !== undefined && cell !== "");
    const malformed = hasExtraCells
      ? `The row has ${line.cells.length} cells, but the header has ${header.length}`
      : undefined;
    return [{ number: index + 1, cells: line.cells, malformed: line.malformed ?? malformed }];
  });
  if (rows.length === 0) return { ok: false, message: "The file has a header but no rows" };
  const columnIndexes = new Map(
    COLUMN_NAMES.flatMap((column) => {
      const columnIndex = keys.indexOf(normalizeHeader(column));
      return columnIndex < 0 ? [] : [[column, columnIndex] as const];
    }),
  );
  return { ok: true, table: { header, columnIndexes, rows, missingColumns } };
}
