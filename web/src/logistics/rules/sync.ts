/**
 * What can be synced with LogiNext (spec of fleet operations, section 5). The server has the same rules;
 * `functions/logistics/cases/sync.json` holds both to the same messages.
 */
import { parseDate } from "@internationalized/date";
import type { FieldError } from "../../api/errors";
import { addDays } from "../../ui/day";

export interface SyncInput {
  /** As 2026-11-21. */
  readonly startDate: string;
  readonly endDate: string;
  readonly fulfillmentCenters: readonly string[];
}

/** The center of those locations that have none. */
const NO_CENTER = "Does Not Exist";
/** Of the last day after the first. */
const MOST_DAYS = 30;

/** Everything that is wrong, in the order in which it is told. */
export function checkSync({ startDate, endDate, fulfillmentCenters }: SyncInput, today: string): readonly FieldError[] {
  const start = readDay("startDate", startDate);
  const end = readDay("endDate", endDate);
  const rules: readonly (readonly [broken: boolean, field: keyof SyncInput, message: string])[] = [
    [start === null && startDate < today, "startDate", '"Start Date" can not be before today. '],
    [end === null && endDate < today, "endDate", '"End Date" can not be before today. '],
    [!start && !end && endDate < startDate, "endDate", '"End Date" can not be before "Start Date". '],
    [
      !start && !end && endDate > addDays(startDate, MOST_DAYS),
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
  const broken = rules.filter(([isBroken]) => isBroken).map(([, field, message]) => ({ field, message }));
  return [...(start ? [start] : []), ...(end ? [end] : []), ...broken];
}

/** What is wrong with a day as it is on the wire. */
function readDay(field: string, text: string): FieldError | null {
  if (!text) return { field, message: `${field} cannot be empty` };
  try {
    if (parseDate(text).toString() === text) return null;
  } catch {
    // As good as another spelling.
  }
  return { field, message: `${field} should be a day in the format YYYY-MM-DD` };
}
