import { formatDay } from "../../lib/formats";
import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import type { RouteStop } from "../locationRoutes";
import { stopTotesText, type RouteGroup } from "./groups";

const COLUMNS: readonly CsvColumn<RouteStop>[] = [
  { header: "Route", value: ({ route }) => route },
  { header: "Date", value: ({ stockingDate }) => formatDay(stockingDate) },
  { header: "Region", value: ({ market }) => market },
  { header: "Stop", value: ({ stop }) => stop },
  { header: "Location", value: ({ id }) => id },
  { header: "Tote Count", value: stopTotesText },
  { header: "Stop Type", value: ({ stopType }) => stopType },
];

export function routesCsv(groups: readonly RouteGroup[]): string {
  return toCsv(
    COLUMNS,
    groups.flatMap(({ stops }) => stops),
  );
}

/** Downloads the visible stops as CSV. */
export function exportRoutes(groups: readonly RouteGroup[], date: string): void {
  downloadCsv(`routes-${date}.csv`, routesCsv(groups));
}
