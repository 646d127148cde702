/** Parses a CSV file and returns the cells of a format's columns. */
import Papa from "papaparse";
import { unescapeCsvCell } from "../../lib/csv";

/** The expected columns of a file, and the formats that users confuse with it. */
export interface FileFormat<Column extends string = string> {
  /** The user-visible name, for example 'drivers file'. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Formats that users select by mistake, with the screen that accepts them. */
  readonly otherFormats: readonly OtherFormat[];
  /** Replaces the default message for missing columns. */
  readonly missingColumnsMessage?: (missing: readonly string[]) => string;
  /** Replaces the default message for a file that has only a header. */
  readonly noRowsMessage?: string;
}

export interface OtherFormat {
  readonly name: string;
  readonly columns: readonly string[];
  /** Path and name of the screen that accepts this format. */
  readonly to: string;
  readonly screen: string;
}

/** One line of the file. Blank lines are left out. */
export interface Line<Column extends string = string> {
  /** Line number in a text editor. The first line of the file is 1. */
  readonly number: number;
  readonly cells: Readonly<Record<Column, string>>;
  /** Why the line could not be parsed, or null. The cells of a malformed line can be wrong. */
  readonly malformed: string | null;
  /** All cells of the line as text, in the order of the file's header. Only for kinds that read the file on their own. */
  readonly text?: readonly string[];
  /** The line ends before the format's last column: cells are missing, not only empty. */
  readonly incomplete?: true;
}

export interface Sheet<Column extends string = string> {
  readonly lines: readonly Line<Column>[];
  /** Columns of the file that the format does not have. */
  readonly ignored: readonly string[];
}

/** Why a whole file is rejected. */
export interface FileError {
  readonly message: string;
  /** The screen that accepts this file. */
  readonly correctScreen?: { readonly to: string; readonly screen: string };
}

export type SheetResult<Column extends string> =
  { readonly ok: true; readonly sheet: Sheet<Column> } | { readonly ok: false; readonly error: FileError };

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Number of characters between two progress reports. */
const PARSE_CHUNK_SIZE = 512 * 1024;

/**
 * Parses `text`, whose lines end in \n. The columns can be in any order and letter case. The delimiter is the one that
 * finds the most columns in the header. Cells that an export escaped for spreadsheet programs are unescaped.
 *
 * @param onProgress receives the parsed fraction of the text, from 0 to 1
 */
export function readSheet<Column extends string>(
  text: string,
  format: FileFormat<Column>,
  onProgress: (fraction: number) => void = () => undefined,
): SheetResult<Column> {
  const header = headerOf(text, format.columns);
  const error = fileErrorOf(header.names, format);
  if (error) return { ok: false, error };

  const positions = format.columns.map((column) => [column, header.keys.indexOf(keyOf(column))] as const);
  const lines: Line<Column>[] = [];
  let number = 1;
  let headerSkipped = false;
  const unclosed: number[] = [];
  // Only a quoted cell can contain a line break.
  const hasQuotes = text.includes('"');
  const lastPosition = Math.max(...positions.map(([, position]) => position));

  const addRecords = ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
    const quotes = new Map(errors.filter(({ type }) => type === "Quotes").map(({ row, code }) => [row ?? 0, code]));
    data.forEach((record, index) => {
      const lineNumber = number;
      number += 1;
      if (hasQuotes) for (const cell of record) number += newlinesIn(cell);
      if (record.every((cell) => cell.trim() === "")) return;
      if (!headerSkipped) {
        headerSkipped = true;
        return;
      }
      const quote = quotes.get(index);
      if (quote === "MissingQuotes") unclosed.push(lineNumber);
      const cells = {} as Record<Column, string>;
      for (const [column, position] of positions) cells[column] = unescapeCsvCell((record[position] ?? "").trim());
      const malformed = quote ? "a quotation mark is out of place" : extraCellsError(record, header.names.length);
      const line = { number: lineNumber, cells, malformed };
      lines.push(record.length > lastPosition ? line : { ...line, incomplete: true });
    });
    onProgress(Math.min(1, meta.cursor / text.length));
  };
  // A separate constant, because the parameter type of `parse` does not allow chunks for a text.
  const config = {
    delimiter: header.delimiter,
    newline: "\n" as const,
    chunkSize: PARSE_CHUNK_SIZE,
    chunk: addRecords,
  };
  Papa.parse<string[]>(text, config);

  if (unclosed.length > 0) {
    const message = `Line ${unclosed[0]}: a quotation mark is out of place or not closed. The following lines cannot be read.`;
    return { ok: false, error: { message } };
  }
  if (lines.length === 0)
    return { ok: false, error: { message: format.noRowsMessage ?? "The file has a header but no rows" } };
  const expected = new Set(format.columns.map(keyOf));
  const ignored = header.names.filter((name, index) => name !== "" && !expected.has(header.keys[index] ?? ""));
  return { ok: true, sheet: { lines, ignored } };
}

interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** Normalizes a column name: ignores letter case, spaces, dashes and underscores, as in 'Stocking Index'. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

function headerOf(text: string, columns: readonly string[]): Header {
  const first = /\S[^\n]*/.exec(text)?.[0] ?? "";
  const expected = new Set(columns.map(keyOf));
  const candidates = DELIMITERS.map((delimiter): Header => {
    const [record = []] = Papa.parse<string[]>(first, { delimiter, newline: "\n" }).data;
    const names = record.map((name) => name.trim());
    return { delimiter, names, keys: names.map(keyOf) };
  });
  const matches = ({ keys }: Header) => new Set(keys.filter((key) => expected.has(key))).size;
  // If two delimiters find the same number of columns, the one that splits the header into more names wins.
  return candidates.reduce((best, next) =>
    matches(next) > matches(best) || (matches(next) === matches(best) && next.names.length > best.names.length)
      ? next
      : best,
  );
}

function fileErrorOf<Column extends string>(names: readonly string[], format: FileFormat<Column>): FileError | null {
  const keys = names.map(keyOf);
  const hasAll = (columns: readonly string[]) => columns.every((column) => keys.includes(keyOf(column)));
  const complete = hasAll(format.columns);
  // A file of another format can have all columns of this one. The format with the most matching columns wins.
  const other = format.otherFormats
    .filter(({ columns }) => hasAll(columns) && (!complete || columns.length > format.columns.length))
    .sort((a, b) => b.columns.length - a.columns.length)[0];
  if (other) {
    return {
      message: `This is a ${other.name}, not a ${format.name}.`,
      correctScreen: { to: other.to, screen: other.screen },
    };
  }
  if (!complete) {
    const missing = format.columns.filter((column) => !keys.includes(keyOf(column)));
    if (format.missingColumnsMessage) return { message: format.missingColumnsMessage(missing) };
    const found = names
      .filter((name) => name !== "")
      .map((name) => (name.length > 30 ? `${name.slice(0, 30)}…` : name));
    return {
      message:
        `This is not a ${format.name}. The first line must contain the columns ${format.columns.join(", ")}. ` +
        `Missing: ${missing.join(", ")}. Found: ${found.slice(0, 12).join(", ") || "nothing"}`,
    };
  }
  const duplicate = format.columns.find((column) => keys.filter((key) => key === keyOf(column)).length > 1);
  return duplicate ? { message: `The column ${duplicate} appears twice` } : null;
}

function extraCellsError(record: readonly string[], columns: number): string | null {
  const hasExtraCells = record.slice(columns).some((cell) => cell.trim() !== "");
  return hasExtraCells ? `has ${record.length} cells, but the header has ${columns}` : null;
}

function newlinesIn(cell: string): number {
  let count = 0;
  for (let index = cell.indexOf("\n"); index !== -1; index = cell.indexOf("\n", index + 1)) count += 1;
  return count;
}
