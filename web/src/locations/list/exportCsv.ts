import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { allocationOf } from "./filters";
import type { LocationSummary } from "./locationIndex";

const COLUMNS: readonly CsvColumn<LocationSummary>[] = [
  { header: "id", value: ({ id }) => id },
  { header: "prettyName", value: ({ prettyName }) => prettyName },
  { header: "type", value: ({ type }) => type },
  { header: "route", value: ({ route }) => route },
  { header: "stop", value: ({ stop }) => stop },
  { header: "status", value: ({ status }) => status },
  { header: "allocation", value: ({ prod }) => allocationOf(prod) },
];

export function locationsCsv(locations: readonly LocationSummary[]): string {
  return toCsv(COLUMNS, locations);
}

/** Downloads the locations in their current order. */
export function exportLocations(locations: readonly LocationSummary[], now: Date): void {
  downloadCsv(`locations-${now.toISOString().slice(0, 10)}.csv`, locationsCsv(locations));
}
