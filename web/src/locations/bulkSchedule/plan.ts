/** The changes to schedule, one per location and attribute. Pure. */
import type { CreateScheduleChangeInput, ScheduleChange } from "../../api/schema";
import { isNortheast, checkCutoff } from "../../schedules/cutoff";
import { valueAt } from "../../schedules/valueAtTime";
import { toEdit, isUnchanged, toScheduleInputs } from "../detail/draft";
import type { LocationDetail } from "../locationQuery";
import type { EditableRow } from "../rules/attributes";
import { formatValue } from "../rules/format";
import { timeZoneOf, type TimeZone } from "../rules/options";
import type { BulkEdit } from "./edits";

export interface PlannedChange {
  /** Identifies the change by its inputs: another value or time is another change. */
  readonly key: string;
  readonly location: LocationDetail;
  readonly row: EditableRow;
  /** The current value. */
  readonly current: string;
  /** The value at the selected time after all pending changes; null if the pending changes are unknown. */
  readonly atTime: string | null;
  readonly next: string;
  /** The location already has the value at that time, so nothing is scheduled. */
  readonly unchanged: boolean;
  /** The change takes effect too late for the next stocking. */
  readonly missesStocking: boolean;
  /** The inputs to send: the change, and its reason if there is one. */
  readonly inputs: readonly CreateScheduleChangeInput[];
}

/** Pending changes before the selected time, by location. Null if the user has no permission to view them. */
export type PendingChanges = ReadonlyMap<string, readonly ScheduleChange[]> | null;

/** The changes in the order of the locations, and per location in the order of the edits. */
export function buildPlan(
  locations: readonly LocationDetail[],
  edits: readonly BulkEdit[],
  at: Date,
  pending: PendingChanges,
): readonly PlannedChange[] {
  return locations.flatMap((location) =>
    edits.map(({ row, draft }) => {
      const stored = location[row.attribute];
      const valueThen = pending && valueAt(row.attribute, stored, pending.get(location.id) ?? [], at);
      const inputs = toScheduleInputs(row, draft, location.id, at);
      return {
        key: JSON.stringify(inputs),
        location,
        row,
        current: formatValue(row.attribute, stored),
        atTime: pending && formatValue(row.attribute, valueThen),
        next: formatValue(row.attribute, toEdit(row, draft)[row.attribute]),
        unchanged: pending !== null && isUnchanged(row, draft, valueThen),
        missesStocking:
          row.attribute === "prod" && checkCutoff(at, location.stockingSchedule, isNortheast(location)).missed !== null,
        inputs,
      };
    }),
  );
}

const CENTRAL = timeZoneOf("CHICAGO");

/** The time zone of the selected time: the locations' zone if they share one, otherwise Central. */
export function selectTimeZone(locations: readonly LocationDetail[]): {
  readonly zone: TimeZone;
  readonly shared: boolean;
} {
  const [code, ...others] = new Set(locations.map(({ timeZone }) => timeZone));
  return code !== undefined && others.length === 0
    ? { zone: timeZoneOf(code), shared: true }
    : { zone: CENTRAL, shared: false };
}

/** The number of locations per time zone, most frequent first. */
export function countByTimeZone(locations: readonly LocationDetail[]): readonly { zone: TimeZone; count: number }[] {
  const counts = new Map<string, number>();
  for (const { timeZone } of locations) counts.set(timeZone, (counts.get(timeZone) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ zone: timeZoneOf(code), count })).sort((a, b) => b.count - a.count);
}

/** Limit of `createScheduleChanges`. */
export const MAX_INPUTS_PER_REQUEST = 1000;

/** Splits the changes into requests. A change and its reason stay in the same request. */
export function splitIntoRequests(
  changes: readonly PlannedChange[],
  maxInputs = MAX_INPUTS_PER_REQUEST,
): readonly (readonly PlannedChange[])[] {
  const requests: PlannedChange[][] = [];
  let remaining = 0;
  for (const change of changes) {
    if (change.inputs.length > remaining) {
      requests.push([]);
      remaining = maxInputs;
    }
    requests.at(-1)?.push(change);
    remaining -= change.inputs.length;
  }
  return requests;
}

/** The change that contains the input at a position of a request. */
export function changeAtPosition(request: readonly PlannedChange[], position: number): PlannedChange | undefined {
  let end = 0;
  return request.find((change) => (end += change.inputs.length) > position);
}
