/** The changes that would be scheduled: a line for each location and attribute. Pure. */
import type { CreateScheduleChangeInput, ScheduleChange } from "../../api/schema";
import { isNortheast, stockingReach } from "../../schedules/cutoff";
import { valueAt } from "../../schedules/valueAtTime";
import { editOf, isUnchanged, scheduleInputs } from "../detail/draft";
import type { LocationDetail } from "../locationQuery";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import { timeZoneOf, type TimeZone } from "../rules/options";
import type { BulkEdit } from "./edits";

export interface PlannedChange {
  /** What it says: another value or time is another change. */
  readonly key: string;
  readonly location: LocationDetail;
  readonly row: EditableRow;
  /** The value today. */
  readonly now: string;
  /** The value that the change finds at its time, pending changes included; null where they are not known. */
  readonly then: string | null;
  readonly next: string;
  /** It has the value already at that time, so nothing is scheduled. */
  readonly unchanged: boolean;
  /** It comes too late for the next stocking. */
  readonly missesStocking: boolean;
  /** What is sent: the change, and its reason if it has one. */
  readonly inputs: readonly CreateScheduleChangeInput[];
}

/** Pending changes before the chosen time, by location; null where they may not be read. */
export type Pending = ReadonlyMap<string, readonly ScheduleChange[]> | null;

/** By location, in the order in which they were chosen; then by attribute, in the order in which they were added. */
export function planOf(
  locations: readonly LocationDetail[],
  edits: readonly BulkEdit[],
  at: Date,
  pending: Pending,
): readonly PlannedChange[] {
  return locations.flatMap((location) =>
    edits.map(({ row, draft }) => {
      const stored = location[row.attribute];
      const then = pending && valueAt(row.attribute, stored, pending.get(location.id) ?? [], at);
      const inputs = scheduleInputs(row, draft, location.id, at);
      return {
        key: JSON.stringify(inputs),
        location,
        row,
        now: formatValue(row.attribute, stored),
        then: pending && formatValue(row.attribute, then),
        next: formatValue(row.attribute, editOf(row, draft)[row.attribute]),
        unchanged: pending !== null && isUnchanged(row, draft, then),
        missesStocking:
          row.attribute === "prod" &&
          stockingReach(at, location.stockingSchedule, isNortheast(location)).missed !== null,
        inputs,
      };
    }),
  );
}

const CENTRAL = timeZoneOf("CHICAGO");

/** The clock on which the time is picked: the locations' own where they share one, else Central. */
export function clockOf(locations: readonly LocationDetail[]): { readonly zone: TimeZone; readonly shared: boolean } {
  const [code, ...others] = new Set(locations.map(({ timeZone }) => timeZone));
  return code !== undefined && others.length === 0
    ? { zone: timeZoneOf(code), shared: true }
    : { zone: CENTRAL, shared: false };
}

/** How many locations keep which zone, most first. */
export function zonesOf(locations: readonly LocationDetail[]): readonly { zone: TimeZone; count: number }[] {
  const counts = new Map<string, number>();
  for (const { timeZone } of locations) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ zone: timeZoneOf(code), count })).sort((a, b) => b.count - a.count);
}

/** Inputs that one call takes. */
export const MOST_INPUTS = 1000;

/** The changes in as few calls as they need; a change and its reason go together. */
export function callsOf(changes: readonly PlannedChange[], most = MOST_INPUTS): readonly (readonly PlannedChange[])[] {
  const calls: PlannedChange[][] = [];
  let room = 0;
  for (const change of changes) {
    if (change.inputs.length > room) {
      calls.push([]);
      room = most;
    }
    calls.at(-1)?.push(change);
    room -= change.inputs.length;
  }
  return calls;
}

/** The change that an input of a call is part of. */
export function changeAt(call: readonly PlannedChange[], position: number): PlannedChange | undefined {
  let end = 0;
  return call.find((change) => (end += change.inputs.length) > position);
}
