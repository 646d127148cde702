/** The days that one call of the activity log can read, as the server checks them (functions/activity/src/rules.rs). */
import { addDays } from "../../lib/day";

const MAX_DAYS = 366;

/** The error of a range of days; null if it is valid. */
export function checkDays(from: string, to: string): string | null {
  if (to < from) return "The last day cannot be before the first day";
  return to >= addDays(from, MAX_DAYS) ? `The range can have at most ${MAX_DAYS} days` : null;
}
