/** The lines of a CSV file, by the columns that a format asks for. */
import Papa from "papaparse";
import { plainCell } from "../../ui/csv";

/** What a file must have, and what it may be taken for. */
export interface FileFormat<Column extends string = string> {
  /** What people call it: 'drivers file'. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Files that people choose in its place, with the screen that takes them. */
  readonly others: readonly OtherFormat[];
  /** Said of a file that lacks columns, where the spec has words of its own for that. */
  readonly lacking?: (missing: readonly string[]) => string;
  /** Said of a file with a header alone, where the business has words for it. */
  readonly noLines?: string;
}

export interface OtherFormat {
  readonly name: string;
  readonly columns: readonly string[];
  /** Address and name of its screen. */
  readonly to: string;
  readonly screen: string;
}

/** One line of the file; blank ones are left out. */
export interface Line<Column extends string = string> {
  /** As an editor counts: the header is line 1. */
  readonly number: number;
  readonly cells: Readonly<Record<Column, string>>;
  /** Why the line cannot be read as it stands; its cells are a guess then. */
  readonly malformed: string | null;
  /** It ends before the last of the format's columns: cells are missing, not only empty. */
  readonly incomplete?: true;
}

export interface Sheet<Column extends string = string> {
  readonly lines: readonly Line<Column>[];
  /** Columns that the file has and the format does not ask for. */
  readonly ignored: readonly string[];
}

/** Why a file is not taken at all. */
export interface FileFault {
  readonly message: string;
  /** Where such a file belongs. */
  readonly elsewhere?: { readonly to: string; readonly screen: string };
}

export type ReadSheet<Column extends string> =
  { readonly ok: true; readonly sheet: Sheet<Column> } | { readonly ok: false; readonly fault: FileFault };

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Characters between two reports of how far it is. */
const STEP = 512 * 1024;

/**
 * Reads `text`, whose lines end in \n. The header's columns may come in any order and in any letters' case; the
 * delimiter is the one that makes most sense of the header. What an export made harmless for spreadsheet programs is
 * read as it was.
 *
 * @param onProgress how much of the text is read, from 0 to 1
 */
export function readSheet<Column extends string>(
  text: string,
  format: FileFormat<Column>,
  onProgress: (part: number) => void = () => undefined,
): ReadSheet<Column> {
  const header = headerOf(text, format.columns);
  const fault = faultOf(header.names, format);
  if (fault) return { ok: false, fault };

  const places = format.columns.map((column) => [column, header.keys.indexOf(keyOf(column))] as const);
  const lines: Line<Column>[] = [];
  let number = 1;
  let headerSeen = false;
  const unclosed: number[] = [];
  const lastPlace = Math.max(...places.map(([, place]) => place));

  const take = ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
    const quotes = new Map(errors.filter(({ type }) => type === "Quotes").map(({ row, code }) => [row ?? 0, code]));
    data.forEach((record, index) => {
      const at = number;
      number += 1 + record.reduce((count, cell) => count + newlinesIn(cell), 0);
      if (record.every((cell) => cell.trim() === "")) return;
      if (!headerSeen) {
        headerSeen = true;
        return;
      }
      const quote = quotes.get(index);
      if (quote === "MissingQuotes") unclosed.push(at);
      const cells = {} as Record<Column, string>;
      for (const [column, place] of places) cells[column] = plainCell((record[place] ?? "").trim());
      const malformed = quote ? "a quotation mark is out of place" : tooMany(record, header.names.length);
      const line = { number: at, cells, malformed };
      lines.push(record.length > lastPlace ? line : { ...line, incomplete: true });
    });
    onProgress(Math.min(1, meta.cursor / text.length));
  };
  // In a constant of its own: its type forgets that a text too can be read in chunks.
  const reading = { delimiter: header.delimiter, newline: "\n" as const, chunkSize: STEP, chunk: take };
  Papa.parse<string[]>(text, reading);

  if (unclosed.length > 0) {
    const message = `Line ${unclosed[0]}: a quotation mark is out of place or not closed, so that what follows cannot be read`;
    return { ok: false, fault: { message } };
  }
  if (lines.length === 0)
    return { ok: false, fault: { message: format.noLines ?? "The file has a header and no lines below it" } };
  const asked = new Set(format.columns.map(keyOf));
  const ignored = header.names.filter((name, index) => name !== "" && !asked.has(header.keys[index] ?? ""));
  return { ok: true, sheet: { lines, ignored } };
}

interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** Columns are the same whatever their letters' case, blanks, dashes and underscores: 'Stocking Index'. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

function headerOf(text: string, columns: readonly string[]): Header {
  const first = /\S[^\n]*/.exec(text)?.[0] ?? "";
  const asked = new Set(columns.map(keyOf));
  const readings = DELIMITERS.map((delimiter): Header => {
    const [record = []] = Papa.parse<string[]>(first, { delimiter, newline: "\n" }).data;
    const names = record.map((name) => name.trim());
    return { delimiter, names, keys: names.map(keyOf) };
  });
  const sense = ({ keys }: Header) => new Set(keys.filter((key) => asked.has(key))).size;
  // Of two that make as much sense the one that tells more columns apart.
  return readings.reduce((best, next) =>
    sense(next) > sense(best) || (sense(next) === sense(best) && next.names.length > best.names.length) ? next : best,
  );
}

function faultOf<Column extends string>(names: readonly string[], format: FileFormat<Column>): FileFault | null {
  const keys = names.map(keyOf);
  const hasAll = (columns: readonly string[]) => columns.every((column) => keys.includes(keyOf(column)));
  const whole = hasAll(format.columns);
  // A file of another kind may well have all of this one's columns: the kind that explains most of the header it is.
  const other = format.others
    .filter(({ columns }) => hasAll(columns) && (!whole || columns.length > format.columns.length))
    .sort((a, b) => b.columns.length - a.columns.length)[0];
  if (other) {
    return {
      message: `This is a ${other.name}, not a ${format.name}.`,
      elsewhere: { to: other.to, screen: other.screen },
    };
  }
  if (!whole) {
    const missing = format.columns.filter((column) => !keys.includes(keyOf(column)));
    if (format.lacking) return { message: format.lacking(missing) };
    const found = names
      .filter((name) => name !== "")
      .map((name) => (name.length > 30 ? `${name.slice(0, 30)}…` : name));
    return {
      message:
        `This is not a ${format.name}: its first line should name the columns ${format.columns.join(", ")}. ` +
        `Missing: ${missing.join(", ")}. Found: ${found.slice(0, 12).join(", ") || "nothing"}`,
    };
  }
  const twice = format.columns.find((column) => keys.filter((key) => key === keyOf(column)).length > 1);
  return twice ? { message: `The column ${twice} is there twice` } : null;
}

function tooMany(record: readonly string[], columns: number): string | null {
  const beyond = record.slice(columns).some((cell) => cell.trim() !== "");
  return beyond ? `has ${record.length} cells where the header has ${columns}` : null;
}

function newlinesIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}
