/** Rows of pages that come one after another: each page is looked at once, however many came before it. */
import type { ReportPage } from "./reports";

type Take<Entry, Row> = (entries: readonly Entry[]) => readonly Row[];

/**
 * @param begin answers what takes the pages of one report, in their order, and answers all rows so far
 */
export function gatherer<Entry, Row>(begin: () => Take<Entry, Row>) {
  // By the first page, which another reading of the same report has anew.
  const known = new WeakMap<
    object,
    { readonly taken: number; readonly take: Take<Entry, Row>; rows: readonly Row[] }
  >();
  return (pages: readonly ReportPage<Entry>[]): readonly Row[] => {
    const [first] = pages;
    if (!first) return [];
    const before = known.get(first);
    const going = before && before.taken <= pages.length ? before : { taken: 0, take: begin(), rows: [] };
    let rows: readonly Row[] = going.rows;
    for (const { items } of pages.slice(going.taken)) rows = going.take(items);
    known.set(first, { taken: pages.length, take: going.take, rows });
    return rows;
  };
}

/** Where each entry is a row. */
export function plainRows<Row>() {
  return gatherer<Row, Row>(() => {
    let rows: readonly Row[] = [];
    return (entries) => (rows = [...rows, ...entries]);
  });
}
