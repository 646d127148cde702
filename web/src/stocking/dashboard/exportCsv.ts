import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { parseSort, sortRows } from "../../ui/table/rows";
import { columnsOn } from "./columns";
import { formatStopTime } from "./times";
import type { RouteCardData, StopRow } from "./rows";

/** Downloads the shown stops as CSV, in the order of the cards. */
export function exportStocking(cards: readonly RouteCardData[], day: string, sort: string): void {
  const columns = columnsOn(day);
  const fields: readonly CsvColumn<StopRow>[] = [
    { header: "Route", value: ({ route }) => route },
    ...columns.map(({ label, value }) => ({ header: label, value })),
    { header: "Late", value: ({ late }) => (late ? "Yes" : "No") },
    { header: "Name", value: ({ name }) => name },
    { header: "Expected At (CT, estimate)", value: ({ expectedTime }) => formatStopTime(expectedTime, day) },
  ];
  const rows = cards.flatMap((card) => sortRows(card.rows, columns, parseSort(sort, columns)));
  downloadCsv(`stocking-${day}.csv`, toCsv(fields, rows));
}
