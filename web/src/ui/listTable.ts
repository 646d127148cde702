/** A list's columns, and the order of its rows: what `ListTable` draws, sorts by and exports. */
import type { ReactNode } from "react";
import type { CsvColumn } from "./csv";

export interface ListColumn<Row> extends CsvColumn<Row> {
  readonly id: string;
  /** What it shows, where that is more than its value. */
  readonly cell?: (row: Row) => ReactNode;
  /** What stands in its header, where that is more than its name. */
  readonly head?: ReactNode;
  /** It holds controls: there is nothing to sort by or to export. */
  readonly controls?: boolean;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Reads the address's `sort`: `stop`, or `-stop` for descending; another column's is as good as absent. */
export function sortFrom<Row>(text: string | null, columns: readonly ListColumn<Row>[]): Sort | null {
  const [, sign, id = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  const column = columns.find((other) => other.id === id && !other.controls);
  return column ? { column: column.id, descending: sign === "-" } : null;
}

/** What a header that is pressed asks for: ascending, descending, then the list's own order again. */
export function nextSort(column: string, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/** The rows by the column asked for, what has no value at the end whichever way it goes; else as they come. */
export function inOrder<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], sort: Sort | null) {
  const value = columns.find(({ id }) => id === sort?.column)?.value;
  if (!sort || !value) return rows;
  const direction = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: value(row) ?? "" }));
  keyed.sort(
    (a, b) => Number(a.key === "") - Number(b.key === "") || direction * natural.compare(String(a.key), String(b.key)),
  );
  return keyed.map(({ row }) => row);
}

export function exported<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.filter(({ controls }) => !controls);
}
