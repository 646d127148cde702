/**
 * The rules of a route and stop schedule (docs/requirements/routes.md, RTE-5). The server has the same rules in
 * functions/routes. Both run the cases in functions/routes/cases/route-stops.json. The module has no side effects.
 */
import type { RouteStopInput } from "../../api/schema";
import { memoize } from "../../uploads/rules/memoize";
import { allOf, maxLength, required, wholeNumber, type CellRule } from "../../uploads/rules/values";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { unknownLocationMessage } from "../knownLocations";
import { parseMarket, MARKETS } from "../market";

/** The maximum number of stops of one route on one day. */
export const MAX_STOPS = 500;

export interface Entry {
  readonly line: number;
  readonly cells: Readonly<Record<ScheduleColumn, string>>;
}

export interface CellError {
  readonly line: number;
  readonly field: ScheduleColumn;
  readonly message: string;
}

/** The stops of one route on one day. They are stored all together or not at all. */
export interface StopGroup {
  readonly stockingDate: string;
  readonly route: string;
  /** Ordered by stop, id and stockingIndex. */
  readonly stops: readonly RouteStopInput[];
}

export interface CheckedEntries {
  /** Ordered by line, then by column. */
  readonly errors: readonly CellError[];
  /** The groups without errors, ordered by date and route. */
  readonly groups: readonly StopGroup[];
  /** The group key of each line with a date and a route, including lines with errors. */
  readonly groupByLine: ReadonlyMap<number, string>;
  /** The stop of each line without errors of its cells, even if its group is invalid. */
  readonly stopByLine: ReadonlyMap<number, RouteStopInput>;
}

const dayRule: CellRule = (field, value) => (isDay(value) ? null : `${field} should be a day in the format YYYY-MM-DD`);
const marketRule: CellRule = (field, value) =>
  parseMarket(value) ? null : `${field} should be one of ${MARKETS.join(", ")}`;
const wordRule: CellRule = (field, value) =>
  /^\w+$/.test(value) ? null : `${field} can only contain letters, digits and underscores`;

const RULES: Readonly<Record<ScheduleColumn, CellRule>> = {
  date: required(dayRule),
  market: required(marketRule),
  id: required(),
  route: required(maxLength(100)),
  stop: required(wholeNumber(0, 1000)),
  stockingIndex: required(wholeNumber(0, 1000)),
  stopType: required(allOf(maxLength(100), wordRule)),
};

/** Whether the text is a valid day such as 2026-11-23. Uses `Date` only, so that the worker does not load a calendar library. */
export const isDay = memoize((text) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
});

export function groupKey({ stockingDate, route }: Pick<RouteStopInput, "stockingDate" | "route">): string {
  return `${stockingDate}\n${route}`;
}

export function checkEntries(entries: readonly Entry[], isKnown: (id: string) => boolean): CheckedEntries {
  const errors: CellError[] = [];
  const groupByLine = new Map<number, string>();
  const stopByLine = new Map<number, RouteStopInput>();
  const groups = new Map<string, GroupBuilder>();

  for (const { line, cells } of entries) {
    const lineErrors: CellError[] = [];
    const add = (field: ScheduleColumn, message: string) => void lineErrors.push({ line, field, message });
    for (const field of SCHEDULE_COLUMNS) {
      const message = RULES[field](field, cells[field]);
      if (message) add(field, message);
    }
    if (cells.id !== "" && !isKnown(cells.id)) add("id", unknownLocationMessage(cells.id));

    // A line with errors still belongs to its group, and makes the whole group invalid.
    const groupId = { stockingDate: cells.date, route: cells.route.toLowerCase() };
    const key = groupKey(groupId);
    const hasGroup = cells.route !== "" && !lineErrors.some(({ field }) => field === "date");
    const group = hasGroup ? findOrCreateGroup(groups, key, groupId) : null;
    if (group) groupByLine.set(line, key);

    if (lineErrors.length === 0 && group) {
      const stop = parseStop(cells);
      stopByLine.set(line, stop);
      for (const [field, message] of group.add(stop)) add(field, message);
    }
    if (lineErrors.length === 0) continue;
    group?.markInvalid();
    errors.push(...lineErrors.sort((a, b) => SCHEDULE_COLUMNS.indexOf(a.field) - SCHEDULE_COLUMNS.indexOf(b.field)));
  }

  return { errors, groupByLine, stopByLine, groups: validGroups(groups) };
}

function parseStop(cells: Readonly<Record<ScheduleColumn, string>>): RouteStopInput {
  return {
    stockingDate: cells.date,
    route: cells.route.toLowerCase(),
    market: cells.market as RouteStopInput["market"],
    id: cells.id,
    stop: Number(cells.stop),
    stockingIndex: Number(cells.stockingIndex),
    stopType: cells.stopType.toUpperCase(),
  };
}

interface GroupBuilder {
  readonly stops: RouteStopInput[];
  readonly isValid: () => boolean;
  readonly markInvalid: () => void;
  /** Adds a stop and returns its conflicts with the stops added before. */
  readonly add: (stop: RouteStopInput) => [ScheduleColumn, string][];
}

function findOrCreateGroup(
  groups: Map<string, GroupBuilder>,
  key: string,
  groupId: Pick<RouteStopInput, "stockingDate" | "route">,
): GroupBuilder {
  const existing = groups.get(key);
  if (existing) return existing;
  const group = createGroupBuilder(groupId);
  groups.set(key, group);
  return group;
}

function createGroupBuilder({ stockingDate, route }: Pick<RouteStopInput, "stockingDate" | "route">): GroupBuilder {
  const stops: RouteStopInput[] = [];
  const stopKeys = new Set<string>();
  let valid = true;
  return {
    stops,
    isValid: () => valid,
    markInvalid: () => {
      valid = false;
    },
    add: (stop) => {
      const conflicts: [ScheduleColumn, string][] = [];
      const [first] = stops;
      if (first && first.market !== stop.market) {
        conflicts.push(["market", `route ${route} is in market ${first.market} on ${stockingDate}`]);
      }
      const stopKey = `${stop.id}\n${stop.stockingIndex}`;
      if (stopKeys.has(stopKey)) {
        conflicts.push(["id", `${stop.id} with stockingIndex ${stop.stockingIndex} is on route ${route} twice`]);
      }
      stopKeys.add(stopKey);
      stops.push(stop);
      if (stops.length === MAX_STOPS + 1) {
        conflicts.push(["route", `route ${route} on ${stockingDate} has more than ${MAX_STOPS} stops`]);
      }
      return conflicts;
    },
  };
}

function validGroups(groups: ReadonlyMap<string, GroupBuilder>): StopGroup[] {
  return [...groups]
    .filter(([, group]) => group.isValid() && group.stops.length > 0)
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, { stops }]) => {
      const [first] = stops;
      if (!first) return [];
      return [{ stockingDate: first.stockingDate, route: first.route, stops: stops.toSorted(byStop) }];
    });
}

function byStop(a: RouteStopInput, b: RouteStopInput): number {
  return a.stop - b.stop || compareText(a.id, b.id) || a.stockingIndex - b.stockingIndex;
}

/** Compares by code unit, like the server. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
