/** A list's columns, and the order of its rows: what `ListTable` draws, sorts by and exports. */
import type { ReactNode } from "react";
import type { CsvColumn } from "./csv";

export interface ListColumn<Row> extends CsvColumn<Row> {
  readonly id: string;
  /** What it is sorted by, where that is not its value: a moment by its number. */
  readonly order?: (row: Row) => string | number | null;
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
  const column = columns.find(({ id }) => id === sort?.column);
  const value = column?.order ?? column?.value;
  if (!sort || !value) return rows;
  const direction = sort.descending ? -1 : 1;
  const keys = rows.map((row) => value(row) ?? "");
  const places = placesOf(keys.filter((key) => key !== ""));
  const keyed = rows.map((row, index) => {
    const key = keys[index] ?? "";
    return { row, none: Number(key === ""), place: places.get(key) ?? 0 };
  });
  keyed.sort((a, b) => a.none - b.none || direction * (a.place - b.place));
  return keyed.map(({ row }) => row);
}

/** Each value's place among all of them: of 100,000 rows many have the same, which are compared once. */
function placesOf(keys: readonly (string | number)[]): ReadonlyMap<string | number, number> {
  const values = [...new Set(keys)];
  if (values.every((value) => typeof value === "number")) {
    return new Map(values.sort((a, b) => a - b).map((value, index) => [value, index]));
  }
  values.sort((a, b) => natural.compare(String(a), String(b)));
  let place = 0;
  return new Map(
    values.map((value, index) => {
      // What is the same but for its capitals stays in the list's own order.
      if (index > 0 && natural.compare(String(values[index - 1]), String(value)) !== 0) place = index;
      return [value, place];
    }),
  );
}

export function exported<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.filter(({ controls }) => !controls);
}
