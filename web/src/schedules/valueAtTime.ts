/**
 * The value of an attribute at a future time. The server applies changes in the same order. Both run the cases in
 * functions/schedules/cases/value-at-time.json.
 */
import type { ScheduleChange } from "../api/schema";
import { parseChangeValue } from "./scheduledItems";

/** The last pending change of the attribute before `at`. It determines the value at that time. */
export function lastChangeBefore(
  attribute: string,
  changes: readonly ScheduleChange[],
  at: Date,
): ScheduleChange | undefined {
  const time = (change: ScheduleChange) => new Date(change.actionTime).getTime();
  return changes
    .filter(
      (change) => change.state === "PENDING" && change.change.attribute === attribute && time(change) < at.getTime(),
    )
    .sort((a, b) => time(a) - time(b))
    .at(-1);
}

/** The value of the attribute at `at`: the current value with all earlier pending changes applied. */
export function valueAt(attribute: string, now: unknown, changes: readonly ScheduleChange[], at: Date): unknown {
  const last = lastChangeBefore(attribute, changes, at);
  return last ? parseChangeValue(last) : now;
}
