/** A file's lines by the columns of the customer records, whatever their order. Pure. */
import { COLUMN_NAMES, OPTIONAL_COLUMNS, type Cell, type Column } from "../rules/customerRecord";

/** A line as it was read: its cells, and why they are a guess where they are. */
export interface Line {
  readonly cells: readonly Cell[];
  readonly malformed?: string | undefined;
}

export interface TableRow extends Line {
  /** As a spreadsheet counts: the header is row 1 where nothing stands above it. */
  readonly number: number;
}

export interface Table {
  /** The header as the file has it. */
  readonly header: readonly string[];
  readonly placeOf: ReadonlyMap<Column, number>;
  readonly rows: readonly TableRow[];
  /** Columns that the file lacks and need not have. */
  readonly absent: readonly Column[];
}

export type ReadTable = { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly message: string };

const isBlank = ({ cells }: Line) =>
  cells.every(
    (cell) => cell === null || cell === undefined || cell === "" || /^\s*$/.test(String(cell as string | number)),
  );

/** Columns are the same whatever their letters' case. */
const keyOf = (name: string) => name.trim().toLowerCase();

export function readTable(lines: readonly Line[]): ReadTable {
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return { ok: false, message: "The file is empty" };
  const header = (lines[first]?.cells ?? []).map((cell) => String((cell ?? "") as string | number).trim());
  const keys = header.map(keyOf);

  const absent = COLUMN_NAMES.filter((column) => !keys.includes(keyOf(column)));
  const missing = absent.filter((column) => !OPTIONAL_COLUMNS.has(column));
  if (missing.length > 0) {
    const message = `Columns that are missing: ${missing.join(", ")}`;
    return {
      ok: false,
      message: missing.length > 4 ? `This is no export of the customer records. ${message}` : message,
    };
  }
  const twice = COLUMN_NAMES.find((column) => keys.filter((key) => key === keyOf(column)).length > 1);
  if (twice) return { ok: false, message: `The column ${twice} is there twice` };

  const rows = lines.flatMap((line, index): TableRow[] => {
    if (index <= first || isBlank(line)) return [];
    const beyond = line.cells.slice(header.length).some((cell) => cell !== null && cell !== undefined && cell !== "");
    const malformed = beyond
      ? `The row has ${line.cells.length} cells where the header has ${header.length}`
      : undefined;
    return [{ number: index + 1, cells: line.cells, malformed: line.malformed ?? malformed }];
  });
  if (rows.length === 0) return { ok: false, message: "The file has a header and no rows below it" };
  const placeOf = new Map(
    COLUMN_NAMES.flatMap((column) => {
      const place = keys.indexOf(keyOf(column));
      return place < 0 ? [] : [[column, place] as const];
    }),
  );
  return { ok: true, table: { header, placeOf, rows, absent } };
}
