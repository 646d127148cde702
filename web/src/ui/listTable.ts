/** The columns of a list and the order of its rows. `ListTable` renders, sorts and exports them. */
import type { ReactNode } from "react";
import { compareNames } from "../lib/formats";
import type { CsvColumn } from "../lib/csv";

export interface ListColumn<Row> extends CsvColumn<Row> {
  readonly id: string;
  /** The value to sort by, if it differs from `value`: a time sorts by its number. */
  readonly sortValue?: (row: Row) => string | number | null;
  /** The content of a cell, if it differs from `value`. */
  readonly cell?: (row: Row) => ReactNode;
  /** The content of the header cell, if it differs from `header`. */
  readonly headerContent?: ReactNode;
  /** Whether the cells hold controls. Such a column is neither sorted nor exported. */
  readonly hasControls?: boolean;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Parses the URL's `sort` parameter: `stop`, or `-stop` for descending. Returns null for an unknown column. */
export function parseSort<Row>(text: string | null, columns: readonly ListColumn<Row>[]): Sort | null {
  const [, sign, id = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  const column = columns.find((other) => other.id === id && !other.hasControls);
  return column ? { column: column.id, descending: sign === "-" } : null;
}

/** The next `sort` parameter when a header is pressed: ascending, descending, then none. */
export function toggleSort(column: string, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/**
 * Sorts the rows by a column. Rows without a value come last in both directions. Without a sort, returns them as is.
 */
export function sortRows<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], sort: Sort | null) {
  const column = columns.find(({ id }) => id === sort?.column);
  const value = column?.sortValue ?? column?.value;
  if (!sort || !value) return rows;
  const direction = sort.descending ? -1 : 1;
  const keys = rows.map((row) => value(row) ?? "");
  const ranks = ranksOf(keys.filter((key) => key !== ""));
  const keyed = rows.map((row, index) => {
    const key = keys[index] ?? "";
    return { row, isEmpty: Number(key === ""), rank: ranks.get(key) ?? 0 };
  });
  keyed.sort((a, b) => a.isEmpty - b.isEmpty || direction * (a.rank - b.rank));
  return keyed.map(({ row }) => row);
}

/** The rank of each distinct value. Many of 100,000 rows share a value, so comparing distinct values once is faster. */
function ranksOf(keys: readonly (string | number)[]): ReadonlyMap<string | number, number> {
  const values = [...new Set(keys)];
  if (values.every((value) => typeof value === "number")) {
    return new Map(values.sort((a, b) => a - b).map((value, index) => [value, index]));
  }
  values.sort((a, b) => compareNames(String(a), String(b)));
  let rank = 0;
  return new Map(
    values.map((value, index) => {
      // Values that differ only in case share a rank, so that their rows keep their order.
      if (index > 0 && compareNames(String(values[index - 1]), String(value)) !== 0) rank = index;
      return [value, rank];
    }),
  );
}

/** The columns without controls. */
export function exportableColumns<Row>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return columns.filter(({ hasControls }) => !hasControls);
}
