/** Compares a route and stop schedule with the stored stops of the same days. */
import { formatDay } from "../../lib/formats";
import type { RouteStopInput } from "../../api/schema";
import { withStoredIds } from "../../locations/storedIds";
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, SCHEDULE_FORMAT, type ScheduleColumn } from "../formats";
import type { KnownLocations } from "../knownLocations";
import type { RouteStop } from "../locationRoutes";
import {
  checkEntries,
  isDay,
  type CellError,
  type CheckedEntries,
  type CheckedEntry,
  type EntryGroup,
  type RouteDays,
} from "./scheduleRules";

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
  const checked = checkEntries(
    lines.filter(({ malformed }) => !malformed),
    (id) => locations.has(id),
  );
  const blockingLines = findBlockingLines(lines, checked.groups);
  const reasons = reasonsByLine(checked.errors);
  const stored = matchStored(stops, checked);
  const removed = new Set<RouteStop[]>();
  let position = 0;

  const compared = lines.map((line): CheckedLine<RouteStopInput> => {
    if (line.malformed) return rejectLine(line, SCHEDULE_COLUMNS, [line.malformed]);
    const { group, stop } = checked.entries[position] ?? NO_ENTRY;
    const before = stored.stops[position];
    position += 1;
    const ownReasons = reasons.get(line.number);
    if (ownReasons || !stop || !group) return rejectLine(line, SCHEDULE_COLUMNS, ownReasons ?? []);
    const blockingLine = blockingLines.get(group);
    if (blockingLine !== undefined)
      return rejectLine(line, SCHEDULE_COLUMNS, [formatBlocked(blockingLine, line.cells)]);
    const missing = stored.missing.get(group);
    if (missing) removed.add(missing);
    if (!before) return acceptLine(line, SCHEDULE_COLUMNS, "added", stop);
    return before.stop === stop.stop && before.stopType === stop.stopType && before.market === stop.market
      ? acceptLine(line, SCHEDULE_COLUMNS, "unchanged", stop)
      : acceptLine(line, SCHEDULE_COLUMNS, "changed", stop, formatStored(before, stop));
  });
  return compared.concat([...removed].flat().map(removedLine));
}

const NO_ENTRY: CheckedEntry = { group: null, stop: null };

interface StoredStops {
  /** The stored stop of each entry, by its position. */
  readonly stops: readonly (RouteStop | undefined)[];
  /** The stored stops of a group that the file does not contain. */
  readonly missing: ReadonlyMap<EntryGroup, RouteStop[]>;
}

/** Finds the stored stops of the file's groups. A route can stop at a location several times a day, with different stocking indexes. */
function matchStored(stops: readonly RouteStop[], { entries, groups }: CheckedEntries): StoredStops {
  const matched = entries.map((): RouteStop | undefined => undefined);
  const missing = new Map<EntryGroup, RouteStop[]>();
  for (const stop of stops) {
    const group = groups.get(stop.stockingDate, stop.route);
    if (!group) continue;
    const position = group.positionOf(stop);
    if (position !== undefined) {
      matched[position] = stop;
      continue;
    }
    const others = missing.get(group);
    if (others) others.push(stop);
    else missing.set(group, [stop]);
  }
  return { stops: matched, missing };
}

function reasonsByLine(errors: readonly CellError[]): ReadonlyMap<number, readonly string[]> {
  const reasons = new Map<number, string[]>();
  for (const { line, message } of errors) {
    const own = reasons.get(line);
    if (own) own.push(message);
    else reasons.set(line, [message]);
  }
  return reasons;
}

/** The groups that are not sent, each with its first invalid line. */
function findBlockingLines(
  lines: readonly Line<ScheduleColumn>[],
  groups: RouteDays<EntryGroup>,
): ReadonlyMap<EntryGroup, number> {
  const blocking = new Map<EntryGroup, number>();
  const add = (group: EntryGroup, line: number) =>
    void blocking.set(group, Math.min(line, blocking.get(group) ?? line));
  for (const group of groups.values()) if (group.firstInvalidLine !== null) add(group, group.firstInvalidLine);
  for (const { number, cells, malformed } of lines) {
    if (!malformed) continue;
    // The date and route of a malformed line may be wrong, but they are the best guess for its group.
    const group = groups.get(cells.date, cells.route.toLowerCase());
    if (group) add(group, number);
  }
  return blocking;
}

function formatBlocked(line: number, { route, date }: Readonly<Record<ScheduleColumn, string>>): string {
  return `Route ${route.toLowerCase()} on ${formatDay(date)} is rejected because of line ${line}`;
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
