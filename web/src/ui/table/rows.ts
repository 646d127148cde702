/** Which rows a table lists, and in which order: find, sort and group. */
import { compareNames } from "../../lib/formats";
import { isMissing, type CellValue, type Column, type Columns } from "./columns";

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Parses a sort parameter: `stop`, or `-stop` for descending. Returns null for a column that cannot be sorted. */
export function parseSort<Row>(text: string, columns: Columns<Row>): Sort | null {
  const descending = text.startsWith("-");
  const id = descending ? text.slice(1) : text;
  const column = columns.find((one) => one.id === id && one.sortable);
  return column ? { column: id, descending } : null;
}

/** The text that `parseSort` parses; empty without a sort. */
export function formatSort(sort: Sort | null): string {
  if (!sort) return "";
  return sort.descending ? `-${sort.column}` : sort.column;
}

/** Keeps the rows in which the value or the displayed text of a column contains the query. Ignores case. */
export function findRows<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  query: string,
  matches: (row: Row, query: string) => boolean = (row) => columns.some((column) => contains(column, row, query)),
): readonly Row[] {
  return query === "" ? rows : rows.filter((row) => matches(row, query));
}

function contains<Row>({ find, value, text }: Column<Row>, row: Row, query: string): boolean {
  if (find === false) return false;
  const texts = find ? [find(row)] : [String(value(row) ?? ""), text(row)];
  return texts.some((one) => one.toLowerCase().includes(query));
}

/** Sorts the rows by a column. Rows without a value come last in both directions. Without a sort, returns them as is. */
export function sortRows<Row>(rows: readonly Row[], columns: Columns<Row>, sort: Sort | null): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!sort || !column) return rows;
  const valueOf = column.sortValue ?? column.value;
  const keyed = rows.map((row) => ({ row, key: valueOf(row) }));
  const ranks = rankValues(keyed.map(({ key }) => key));
  const direction = sort.descending ? -1 : 1;
  keyed.sort(
    (a, b) =>
      Number(isMissing(a.key)) - Number(isMissing(b.key)) ||
      direction * ((ranks.get(a.key) ?? 0) - (ranks.get(b.key) ?? 0)),
  );
  return keyed.map(({ row }) => row);
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareNames(String(a), String(b));
}

/** The rank of each distinct value. Many of 100,000 rows share a value, so comparing distinct values once is faster. */
function rankValues(keys: readonly CellValue[]): ReadonlyMap<CellValue, number> {
  const values = [...new Set(keys)].flatMap((key) => (isMissing(key) ? [] : [key])).sort(compareValues);
  const ranks = new Map<CellValue, number>();
  let rank = 0;
  values.forEach((value, index) => {
    const previous = values[index - 1];
    // Values that differ only in case share a rank, so that their rows keep their order.
    if (previous !== undefined && compareValues(previous, value) !== 0) rank = index;
    ranks.set(value, rank);
  });
  return ranks;
}

/** Restores an earlier order of the rows. Rows that it does not contain follow in their own order. */
export function holdOrder<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  order: ReadonlyMap<string, number>,
): readonly Row[] {
  const placeOf = (row: Row) => order.get(rowId(row)) ?? order.size;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The rows of a table that belong together, such as the stops of a route. */
export interface Group<Row> {
  readonly key: string;
  /** The listed rows, in the order of the table. */
  readonly rows: readonly Row[];
  /** All rows of the group, including those that do not match the search. */
  readonly all: readonly Row[];
}

/** A row of the table's body: data, or a group's header or summary. */
export type Item<Row> =
  | { readonly kind: "row"; readonly key: string; readonly row: Row; readonly group: Group<Row> | undefined }
  | { readonly kind: "header" | "summary"; readonly key: string; readonly group: Group<Row> };

/** Groups the listed rows. Groups keep the order in which they appear in `all`; groups without listed rows are omitted. */
export function groupRows<Row>(
  listed: readonly Row[],
  all: readonly Row[],
  groupOf: (row: Row) => string,
): readonly Group<Row>[] {
  const everything = groupBy(all, groupOf);
  const shown = groupBy(listed, groupOf);
  return [...everything].flatMap(([key, rows]) => {
    const own = shown.get(key);
    return own ? [{ key, rows: own, all: rows }] : [];
  });
}

function groupBy<Row>(rows: readonly Row[], groupOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = groupOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** The body of a table: for each group a header, its rows and a summary. */
export function groupItems<Row>(
  groups: readonly Group<Row>[],
  rowId: (row: Row) => string,
  hasSummary: boolean,
): readonly Item<Row>[] {
  return groups.flatMap((group): Item<Row>[] => [
    { kind: "header", key: `${group.key}\nheader`, group },
    ...group.rows.map((row): Item<Row> => ({ kind: "row", key: rowId(row), row, group })),
    ...(hasSummary ? [{ kind: "summary", key: `${group.key}\nsummary`, group } as const] : []),
  ]);
}
