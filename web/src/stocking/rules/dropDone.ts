/**
 * Decides which drops are done (DRP-4), by the same rule as the dashboard: a drop is done when its stocking is done, even
 * if the driver's report names another slip of the stocking. The server follows the same cases,
 * functions/stocking/cases/drop-done.json.
 */
import { stopProgress, type DriverAction, type SlipOfStop } from "./stopStatus";

/** The fields of a slip that decide whether its drop is done. */
export interface DropSlipOfStop extends SlipOfStop {
  readonly route: string;
}

/** Returns for each slip, in order, whether its drop is done. */
export function areDropsDone(slips: readonly DropSlipOfStop[], actions: readonly DriverAction[]): readonly boolean[] {
  const stops = slips.map(({ locationId, route, stockingIndex }) => ({ id: locationId, route, stockingIndex }));
  return stopProgress(stops, slips, actions).map(({ stockedAt }) => stockedAt !== null);
}
