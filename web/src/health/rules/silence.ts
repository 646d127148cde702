/** Detection of fridges that no longer report. */
import type { FridgeHealth } from "../fridgeHealth";

/** A fridge is silent if its last report is older than this: three heartbeats of ten minutes, in milliseconds. */
export const SILENT_AFTER = 30 * 60_000;

/** When the fridge last reported, by the server's clock, because the fridge's clock can be wrong. */
export function lastReportTime({ receivedAt }: Pick<FridgeHealth, "receivedAt">): number {
  return Date.parse(receivedAt);
}

export function isSilent(health: Pick<FridgeHealth, "receivedAt">, now: number): boolean {
  return now - lastReportTime(health) > SILENT_AFTER;
}
