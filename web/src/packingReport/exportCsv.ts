import { downloadCsv, toCsv, type CsvColumn } from "../ui/csv";
import { needsOf, type Need, type Places, type ReportLocation } from "./rules/report";

interface Line extends Need {
  readonly location: string;
  readonly driver: string | null;
}

const COLUMNS: readonly CsvColumn<Line>[] = [
  { header: "Location", value: ({ location }) => location },
  { header: "Driver", value: ({ driver }) => driver },
  { header: "Zone", value: ({ zone }) => zone },
  { header: "Bay", value: ({ bay }) => bay },
  { header: "Item", value: ({ item }) => item },
  { header: "Need", value: ({ need }) => need },
];

/** Each location's needs, in the order of packing. */
export function exportReport(locations: readonly ReportLocation[], places: Places, day: string): void {
  const lines = locations.flatMap(({ location, driver, data_ids }) =>
    needsOf(data_ids, places).map((need) => ({ ...need, location, driver })),
  );
  downloadCsv(`packing-slips-${day}.csv`, toCsv(COLUMNS, lines));
}
