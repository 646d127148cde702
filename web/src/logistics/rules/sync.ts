/**
 * Validates the input of a LogiNext sync (docs/requirements/stocking.md, LGX-2). The server has the same rules. Both run
 * the cases in `functions/logistics/cases/sync.json`.
 */
import { parseDate } from "@internationalized/date";
import type { FieldError } from "../../api/errors";
import type { LogiNextCenterState } from "../../api/schema";
import { addDays } from "../../lib/day";

export interface SyncInput {
  /** YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly fulfillmentCenters: readonly string[];
}

/** The label of each state. */
export const STATE_LABELS: Readonly<Record<LogiNextCenterState, string>> = {
  IN_PROGRESS: "In progress",
  SYNCED: "Synced",
  FAILED: "Failed",
};

/** The stored center of locations without a fulfillment center. */
const NO_CENTER = "Does Not Exist";
/** The maximum number of days from the start date to the end date. */
const MAX_DAYS = 30;

/** Returns all errors, in the order of the screen. */
export function checkSync({ startDate, endDate, fulfillmentCenters }: SyncInput, today: string): readonly FieldError[] {
  const startError = checkDay("startDate", startDate);
  const endError = checkDay("endDate", endDate);
  const rules: readonly (readonly [broken: boolean, field: keyof SyncInput, message: string])[] = [
    [startError === null && startDate < today, "startDate", '"Start Date" can not be before today. '],
    [endError === null && endDate < today, "endDate", '"End Date" can not be before today. '],
    [!startError && !endError && endDate < startDate, "endDate", '"End Date" can not be before "Start Date". '],
    [
      !startError && !endError && endDate > addDays(startDate, MAX_DAYS),
      "endDate",
      '"End Date" can be at most 30 days after "Start Date". ',
    ],
    [fulfillmentCenters.length === 0, "fulfillmentCenters", "At least one Fulfillment Center is required. "],
    [
      fulfillmentCenters.some((center) => center.trim() === "" || center === NO_CENTER),
      "fulfillmentCenters",
      "There is no such Fulfillment Center. ",
    ],
  ];
  const ruleErrors = rules.filter(([isBroken]) => isBroken).map(([, field, message]) => ({ field, message }));
  return [...(startError ? [startError] : []), ...(endError ? [endError] : []), ...ruleErrors];
}

/** Checks the format of a day in the request. */
function checkDay(field: string, text: string): FieldError | null {
  if (!text) return { field, message: `${field} cannot be empty` };
  try {
    if (parseDate(text).toString() === text) return null;
  } catch {
    // Unparsable text gets the same message as another format.
  }
  return { field, message: `${field} should be a day in the format YYYY-MM-DD` };
}
