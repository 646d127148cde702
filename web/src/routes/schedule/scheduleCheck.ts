/** Route and stop schedules: a day's stops of each route, compared with those that are stored. */
import type { RouteStopInput } from "../../api/schema";
import { withStoredIds } from "../../locations/storedIds";
import { formatDay } from "../../ui/day";
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, SCHEDULE_FORMAT, type ScheduleColumn } from "../formats";
import type { KnownLocations } from "../knownLocations";
import type { RouteStop } from "../locationRoutes";
import { checkEntries, groupKey, isDay, type CheckedEntries } from "./scheduleRules";

export interface KnownSchedule {
  readonly locations: KnownLocations;
  /** The stops that are stored on the days that the file names. */
  readonly stops: readonly RouteStop[];
}

export const scheduleCheck: FileCheck<ScheduleColumn, KnownSchedule, RouteStopInput> = {
  format: SCHEDULE_FORMAT,
  needs: daysOf,
  compare,
};

/** The days that the file names, each once; what is no day is refused later. */
function daysOf(lines: readonly Line<ScheduleColumn>[]): readonly string[] {
  const days = new Set(lines.map(({ cells }) => cells.date));
  return [...days].filter(isDay).sort();
}

function compare(
  read: readonly Line<ScheduleColumn>[],
  { locations, stops }: KnownSchedule,
): readonly CheckedLine<RouteStopInput>[] {
  const lines = withStoredIds(read, "id", locations.keys());
  const sound = lines.filter(({ malformed }) => !malformed);
  const checked = checkEntries(
    sound.map(({ number, cells }) => ({ line: number, cells })),
    (id) => locations.has(id),
  );
  const reasons = reasonsByLine(lines, checked);
  const keptBack = keptBackGroups(lines, checked, reasons);
  const storedGroups = groupStops(stops);
  const storedCalls = new Map(stops.map((stop) => [callKey(stop), stop]));
  const named = new Set<string>();
  const sent = new Set<string>();

  const compared = lines.map(({ number, cells }): CheckedLine<RouteStopInput> => {
    const told = { line: number, cells: SCHEDULE_COLUMNS.map((column) => cells[column]) };
    const stop = checked.stopOfLine.get(number);
    const own = reasons.get(number) ?? [];
    const culprit = keptBack.get(checked.groupOfLine.get(number) ?? "");
    if (own.length > 0 || culprit !== undefined || !stop) {
      const why = own.length > 0 || !culprit ? own : [keptBackText(culprit, cells)];
      return { ...told, outcome: "refused", stored: null, reasons: why, value: null };
    }
    named.add(groupKey(stop));
    sent.add(callKey(stop));
    const before = storedCalls.get(callKey(stop));
    if (!before) return { ...told, outcome: "added", stored: null, reasons: [], value: stop };
    const same = before.stop === stop.stop && before.stopType === stop.stopType && before.market === stop.market;
    return {
      ...told,
      outcome: same ? "unchanged" : "changed",
      stored: same ? null : storedText(before, stop),
      reasons: [],
      value: stop,
    };
  });

  const removed = [...named].flatMap((key) =>
    (storedGroups.get(key) ?? []).filter((stop) => !sent.has(callKey(stop))).map(removedLine),
  );
  return [...compared, ...removed];
}

function reasonsByLine(lines: readonly Line<ScheduleColumn>[], { faults }: CheckedEntries): Map<number, string[]> {
  const reasons = new Map<number, string[]>();
  for (const { number, malformed } of lines) if (malformed) reasons.set(number, [malformed]);
  for (const { line, message } of faults) {
    const own = reasons.get(line);
    if (own) own.push(message);
    else reasons.set(line, [message]);
  }
  return reasons;
}

/** Groups that are not sent, each with the first line that is to blame. */
function keptBackGroups(
  lines: readonly Line<ScheduleColumn>[],
  { groupOfLine }: CheckedEntries,
  reasons: ReadonlyMap<number, readonly string[]>,
): ReadonlyMap<string, number> {
  const keptBack = new Map<string, number>();
  for (const { number, cells, malformed } of lines) {
    if (!reasons.has(number)) continue;
    // Of a line that could not be read its date and route are the best guess.
    const guess = malformed ? groupKey({ stockingDate: cells.date, route: cells.route.toLowerCase() }) : undefined;
    const group = groupOfLine.get(number) ?? guess;
    if (group !== undefined && !keptBack.has(group)) keptBack.set(group, number);
  }
  return keptBack;
}

function keptBackText(line: number, { route, date }: Readonly<Record<ScheduleColumn, string>>): string {
  return `Route ${route.toLowerCase()} on ${formatDay(date)} is not sent in part: see line ${line}`;
}

/** One call at a location: a route can stock it more than once a day. */
function callKey(stop: Pick<RouteStop, "stockingDate" | "route" | "id" | "stockingIndex">): string {
  return `${groupKey(stop)}\n${stop.id}\n${stop.stockingIndex}`;
}

/** What of the stored stop is another: 'stop 3, REMOVAL'. */
function storedText(before: RouteStop, { stop, stopType, market }: RouteStopInput): string {
  return [
    before.stop === stop ? [] : [`stop ${before.stop}`],
    before.stopType === stopType ? [] : [before.stopType],
    before.market === market ? [] : [before.market],
  ]
    .flat()
    .join(", ");
}

function groupStops(stops: readonly RouteStop[]): ReadonlyMap<string, readonly RouteStop[]> {
  const groups = new Map<string, RouteStop[]>();
  for (const stop of stops) {
    const group = groups.get(groupKey(stop));
    if (group) group.push(stop);
    else groups.set(groupKey(stop), [stop]);
  }
  return groups;
}

function removedLine(stop: RouteStop): CheckedLine<RouteStopInput> {
  const { stockingDate, market, id, route, stockingIndex, stopType } = stop;
  return {
    line: null,
    outcome: "removed",
    cells: [stockingDate, market, id, route, String(stop.stop), String(stockingIndex), stopType],
    stored: "Not in the file",
    reasons: [],
    value: { stockingDate, market, id, route, stop: stop.stop, stockingIndex, stopType },
  };
}
