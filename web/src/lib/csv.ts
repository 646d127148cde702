/**
 * CSV files for download. Spreadsheet programs execute cells that look like formulas, so these cells are escaped.
 *
 * PapaParse reads CSV files on the screens with uploads. It is not used here, because it would add 7 kB to every screen with
 * an export. The tests read the files with it.
 */
import { downloadText } from "./download";

/**
 * Spreadsheet programs treat a cell that starts like this as a formula. A cell with apostrophes before it is escaped as
 * well, so that `unescapeCsvCell` restores every cell.
 */
const FORMULA = /^'*[=+\-@\t\r\0]/;
/** A number may start with a sign; it is not a formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Puts an apostrophe before a formula. */
function escapeFormula(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The apostrophe that `toCsv` puts before a formula. */
const FORMULA_ESCAPE = /^'(?='*[=+\-@\t\r\0])/;

/** Removes the apostrophe of `toCsv`, so that an exported file can be uploaded unchanged. */
export function unescapeCsvCell(cell: string): string {
  return cell.startsWith("'") ? cell.replace(FORMULA_ESCAPE, "") : cell;
}

/** A cell with a comma, a quote, a line break or a space at an end is quoted (RFC 4180). */
const QUOTED = /[",\r\n\uFEFF]|^ | $/;

function toCell(value: string | number | null | undefined): string {
  const text = escapeFormula(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

declare const escaped: unique symbol;
/** The text of a CSV file whose cells are escaped. Only `toCsv` creates it. */
export type CsvText = string & { readonly [escaped]: true };

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => string | number | null | undefined;
}

/** A header line and a line for each row. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): CsvText {
  const header = columns.map((column) => toCell(column.header));
  const lines = rows.map((row) => columns.map(({ value }) => toCell(value(row))).join(","));
  return [header.join(","), ...lines, ""].join("\r\n") as CsvText;
}

/** Downloads `text` as a file. The byte order mark at its start lets Excel detect UTF-8. */
export function downloadCsv(fileName: string, text: CsvText): void {
  downloadText(fileName, `\uFEFF${text}`, "text/csv;charset=utf-8");
}
