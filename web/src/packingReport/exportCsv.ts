import { downloadCsv, toCsv, type CsvColumn } from "../lib/csv";
import { listNeeds, type Need, type ItemPositions, type ReportLocation } from "./rules/report";

interface CsvLine extends Need {
  readonly location: string;
  readonly driver: string | null;
}

const COLUMNS: readonly CsvColumn<CsvLine>[] = [
  { header: "Location", value: ({ location }) => location },
  { header: "Driver", value: ({ driver }) => driver },
  { header: "Zone", value: ({ zone }) => zone },
  { header: "Bay", value: ({ bay }) => bay },
  { header: "Item", value: ({ item }) => item },
  { header: "Need", value: ({ need }) => need },
];

/** Exports the needs of each location, in packing order. */
export function exportReport(locations: readonly ReportLocation[], positions: ItemPositions, day: string): void {
  const lines = locations.flatMap(({ location, driver, data_ids }) =>
    listNeeds(data_ids, positions).map((need) => ({ ...need, location, driver })),
  );
  downloadCsv(`packing-slips-${day}.csv`, toCsv(COLUMNS, lines));
}
