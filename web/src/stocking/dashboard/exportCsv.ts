import { formatDay } from "../../lib/formats";
import { downloadCsv, toCsv, type CsvColumn } from "../../lib/csv";
import { statusLabel, type RouteCardData, type StopRow } from "./rows";
import { formatStopTime } from "./times";

function columnsOf(day: string): readonly CsvColumn<StopRow>[] {
  return [
    { header: "Route", value: ({ route }) => route },
    { header: "Stop", value: ({ stop }) => stop },
    { header: "Location", value: ({ location }) => location },
    { header: "Scanned At (CT)", value: ({ scannedAt }) => formatStopTime(scannedAt, day) },
    { header: "Stocked At (CT)", value: ({ stockedAt }) => formatStopTime(stockedAt, day) },
    { header: "Account Tier", value: ({ accountTier }) => accountTier },
    { header: "First Stocking Date", value: ({ onlineDate }) => onlineDate && formatDay(onlineDate) },
    { header: "Safety Hold", value: ({ safetyHold }) => safetyHold },
    { header: "Vending State Status", value: ({ vendingState }) => vendingState },
    { header: "Status", value: statusLabel },
    { header: "Driver", value: ({ driver }) => driver },
    { header: "Late", value: ({ late }) => (late ? "Yes" : "No") },
  ];
}

export function stockingCsv(cards: readonly RouteCardData[], day: string): string {
  return toCsv(
    columnsOf(day),
    cards.flatMap(({ rows }) => rows),
  );
}

/** Downloads the shown stops as CSV. */
export function exportStocking(cards: readonly RouteCardData[], day: string): void {
  downloadCsv(`stocking-${day}.csv`, stockingCsv(cards, day));
}
