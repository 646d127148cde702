import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import type { FridgeAlert } from "../fridgeAlerts";

const COLUMNS: readonly CsvColumn<FridgeAlert>[] = [
  { header: "location", value: ({ location }) => location },
  { header: "kind", value: ({ kind }) => kind },
  { header: "state", value: ({ state }) => state },
  { header: "since", value: ({ since }) => since },
  { header: "openedAt", value: ({ openedAt }) => openedAt },
  { header: "clearedAt", value: ({ clearedAt }) => clearedAt },
  { header: "detail", value: ({ detail }) => detail },
  { header: "acknowledgedBy", value: ({ acknowledgedBy }) => acknowledgedBy },
  { header: "acknowledgedAt", value: ({ acknowledgedAt }) => acknowledgedAt },
  { header: "note", value: ({ note }) => note },
];

export function alertsCsv(alerts: readonly FridgeAlert[]): string {
  return toCsv(COLUMNS, alerts);
}

/** Downloads the listed alerts as CSV. */
export function exportAlerts(alerts: readonly FridgeAlert[], now: number): void {
  downloadCsv(`alerts-${new Date(now).toISOString().slice(0, 10)}.csv`, alertsCsv(alerts));
}
