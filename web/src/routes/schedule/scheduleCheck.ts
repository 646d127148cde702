/** Compares a route and stop schedule with the stored stops of the same days. */
import { formatDay } from "../../lib/formats";
import type { RouteStopInput } from "../../api/schema";
import { withStoredIds } from "../../locations/storedIds";
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, SCHEDULE_FORMAT, type ScheduleColumn } from "../formats";
import type { KnownLocations } from "../knownLocations";
import type { RouteStop } from "../locationRoutes";
import { checkEntries, groupKey, isDay, type CheckedEntries } from "./scheduleRules";

export interface KnownSchedule {
  readonly locations: KnownLocations;
  /** The stored stops of the days in the file. */
  readonly stops: readonly RouteStop[];
}

export const scheduleCheck: FileCheck<ScheduleColumn, KnownSchedule, RouteStopInput> = {
  format: SCHEDULE_FORMAT,
  keysToLoad: listDays,
  compare,
};

/** The distinct valid days of the file. `checkEntries` rejects invalid days. */
function listDays(lines: readonly Line<ScheduleColumn>[]): readonly string[] {
  const days = new Set(lines.map(({ cells }) => cells.date));
  return [...days].filter(isDay).sort();
}

function compare(
  read: readonly Line<ScheduleColumn>[],
  { locations, stops }: KnownSchedule,
): readonly CheckedLine<RouteStopInput>[] {
  const lines = withStoredIds(read, "id", locations.keys());
  const wellFormed = lines.filter(({ malformed }) => !malformed);
  const checked = checkEntries(
    wellFormed.map(({ number, cells }) => ({ line: number, cells })),
    (id) => locations.has(id),
  );
  const reasons = reasonsByLine(lines, checked);
  const blockedGroups = findBlockedGroups(lines, checked, reasons);
  const storedGroups = groupStops(stops);
  const storedByKey = new Map(stops.map((stop) => [stopKey(stop), stop]));
  const named = new Set<string>();
  const sent = new Set<string>();

  const compared = lines.map((line): CheckedLine<RouteStopInput> => {
    const { number, cells } = line;
    const stop = checked.stopByLine.get(number);
    const ownReasons = reasons.get(number) ?? [];
    const blockingLine = blockedGroups.get(checked.groupByLine.get(number) ?? "");
    if (ownReasons.length > 0 || blockingLine !== undefined || !stop) {
      const allReasons = ownReasons.length > 0 || !blockingLine ? ownReasons : [formatBlocked(blockingLine, cells)];
      return rejectLine(line, SCHEDULE_COLUMNS, allReasons);
    }
    const key = stopKey(stop);
    named.add(groupKey(stop));
    sent.add(key);
    const before = storedByKey.get(key);
    if (!before) return acceptLine(line, SCHEDULE_COLUMNS, "added", stop);
    return before.stop === stop.stop && before.stopType === stop.stopType && before.market === stop.market
      ? acceptLine(line, SCHEDULE_COLUMNS, "unchanged", stop)
      : acceptLine(line, SCHEDULE_COLUMNS, "changed", stop, formatStored(before, stop));
  });

  const removed = [...named].flatMap((key) =>
    (storedGroups.get(key) ?? []).filter((stop) => !sent.has(stopKey(stop))).map(removedLine),
  );
  return [...compared, ...removed];
}

function reasonsByLine(lines: readonly Line<ScheduleColumn>[], { errors }: CheckedEntries): Map<number, string[]> {
  const reasons = new Map<number, string[]>();
  for (const { number, malformed } of lines) if (malformed) reasons.set(number, [malformed]);
  for (const { line, message } of errors) {
    const own = reasons.get(line);
    if (own) own.push(message);
    else reasons.set(line, [message]);
  }
  return reasons;
}

/** The groups that are not sent, each with its first invalid line. */
function findBlockedGroups(
  lines: readonly Line<ScheduleColumn>[],
  { groupByLine }: CheckedEntries,
  reasons: ReadonlyMap<number, readonly string[]>,
): ReadonlyMap<string, number> {
  const blockedGroups = new Map<string, number>();
  for (const { number, cells, malformed } of lines) {
    if (!reasons.has(number)) continue;
    // The date and route of a malformed line may be wrong, but they are the best guess for its group.
    const guess = malformed ? groupKey({ stockingDate: cells.date, route: cells.route.toLowerCase() }) : undefined;
    const group = groupByLine.get(number) ?? guess;
    if (group !== undefined && !blockedGroups.has(group)) blockedGroups.set(group, number);
  }
  return blockedGroups;
}

function formatBlocked(line: number, { route, date }: Readonly<Record<ScheduleColumn, string>>): string {
  return `Route ${route.toLowerCase()} on ${formatDay(date)} is rejected because of line ${line}`;
}

/** Identifies a stop. A route can stop at a location more than once a day, with different stocking indexes. */
function stopKey(stop: Pick<RouteStop, "stockingDate" | "route" | "id" | "stockingIndex">): string {
  return `${groupKey(stop)}\n${stop.id}\n${stop.stockingIndex}`;
}

/** The stored values that differ, such as 'stop 3, REMOVAL'. */
function formatStored(before: RouteStop, { stop, stopType, market }: RouteStopInput): string {
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
