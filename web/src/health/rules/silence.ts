/** Fridges that no longer report. Pure; the time is given. */
import type { FridgeHealth } from "../fridgeHealth";

/** A fridge that has not reported for longer is silent: three of its ten minutes' heartbeats. */
export const SILENT_AFTER = 30 * 60_000;

/** When it was last heard of: by our clock, as the fridge's own may be wrong. */
export function lastHeard({ receivedAt }: Pick<FridgeHealth, "receivedAt">): number {
  return Date.parse(receivedAt);
}

export function isSilent(health: Pick<FridgeHealth, "receivedAt">, now: number): boolean {
  return now - lastHeard(health) > SILENT_AFTER;
}
