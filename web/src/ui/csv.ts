/** CSV as people download it: opened by a spreadsheet program, which runs what looks like a formula. */

/** A cell that starts like this is a formula to a spreadsheet program. */
const FORMULA = /^[=+\-@\t\r\0]/;
/** Numbers may start with a sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

export function csvCell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What stands before a formula that was made harmless. */
const HARMLESS = /^'(?=[=+\-@\t\r\0])/;

/** A cell as it was before `csvCell` made it harmless: what was exported can be uploaded as it is. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") ? cell.replace(HARMLESS, "") : cell;
}

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => string | number | null | undefined;
}

export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => csvCell(column.header)),
    ...rows.map((row) => columns.map((column) => csvCell(column.value(row)))),
  ];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** A browser that asks for a place, or scans the file, reads it from its address after the click. */
const DOWNLOAD_STARTS_WITHIN = 60_000;

/** Has the browser save `text`; the mark at its start tells Excel that it is UTF-8. */
export function downloadCsv(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTS_WITHIN);
}
