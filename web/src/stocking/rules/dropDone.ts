/**
 * Which drops are done, by the same rule as the dashboard's stops: a slip's drop is done when its stocking is, whichever
 * of the stocking's slips the driver's report names. The server has the same rule;
 * `functions/stocking/cases/drop-done.json` holds both to the same results.
 */
import { progressOf, type Deed, type SlipOfStop } from "./stopStatus";

/** What of a slip decides whether its drop is done. */
export interface DropSlipOfStop extends SlipOfStop {
  readonly route: string;
}

/** Of each slip, in their order, whether its drop is done. */
export function dropsDone(slips: readonly DropSlipOfStop[], actions: readonly Deed[]): readonly boolean[] {
  const stops = slips.map(({ locationId, route, stockingIndex }) => ({ id: locationId, route, stockingIndex }));
  return progressOf(stops, slips, actions).map(({ stockedAt }) => stockedAt !== null);
}
