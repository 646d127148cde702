/**
 * The value of an attribute at a time to come. The server applies changes in the same order; both run the cases in
 * functions/schedules/cases/value-at-time.json. Pure.
 */
import type { ScheduleChange } from "../api/schema";
import { valueOf } from "./items";

/** The last of `changes` that is pending and takes effect before `at`: it decides the attribute's value then. */
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

/** The value that a change at `at` finds: the value now, with the pending changes before it applied. */
export function valueAt(attribute: string, now: unknown, changes: readonly ScheduleChange[], at: Date): unknown {
  const last = lastChangeBefore(attribute, changes, at);
  return last ? valueOf(last) : now;
}
