/** Collects the rows of pages that load one after another. Each page is processed once. */
import type { ReportPage } from "./reports";

type AddEntries<Entry, Row> = (entries: readonly Entry[]) => readonly Row[];

/**
 * Creates a function that returns the rows of all loaded pages of a report.
 *
 * @param start starts a report: returns a function that adds the entries of the next page and returns all rows so far
 */
export function createRowCollector<Entry, Row>(start: () => AddEntries<Entry, Row>) {
  // Keyed by the first page object, which is a new one when the report is read again.
  const states = new WeakMap<
    object,
    { readonly pageCount: number; readonly add: AddEntries<Entry, Row>; rows: readonly Row[] }
  >();
  return (pages: readonly ReportPage<Entry>[]): readonly Row[] => {
    const [first] = pages;
    if (!first) return [];
    const previous = states.get(first);
    const state = previous && previous.pageCount <= pages.length ? previous : { pageCount: 0, add: start(), rows: [] };
    let rows: readonly Row[] = state.rows;
    for (const { items } of pages.slice(state.pageCount)) rows = state.add(items);
    states.set(first, { pageCount: pages.length, add: state.add, rows });
    return rows;
  };
}

/** Collects reports in which each entry is a row. */
export function collectPlainRows<Row>() {
  return createRowCollector<Row, Row>(() => {
    let rows: readonly Row[] = [];
    return (entries) => (rows = [...rows, ...entries]);
  });
}
