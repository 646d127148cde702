/**
 * The rules of a route and stop schedule (spec of locations, sections 2.8, 5.4 and 7; the server's are those of
 * functions/routes, and both run functions/routes/cases/route-stops.json). Pure: entries in, faults and groups out.
 */
import type { RouteStopInput } from "../../api/schema";
import { all, atMost, required, wholeNumber, type CellRule } from "../../uploads/rules/values";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { unknownLocation } from "../knownLocations";
import { marketOf, MARKETS } from "../market";

/** As many stops as one route can have on one day. */
export const MOST_STOPS = 500;

export interface Entry {
  readonly line: number;
  readonly cells: Readonly<Record<ScheduleColumn, string>>;
}

export interface Fault {
  readonly line: number;
  readonly field: ScheduleColumn;
  readonly message: string;
}

/** The stops of one route on one day, which are stored together or not at all. */
export interface StopGroup {
  readonly stockingDate: string;
  readonly route: string;
  /** In the order of the route: by stop, id and stockingIndex. */
  readonly stops: readonly RouteStopInput[];
}

export interface CheckedEntries {
  /** By line, then in the order of the columns. */
  readonly faults: readonly Fault[];
  /** Those without a fault in any of their lines, by date and route. */
  readonly groups: readonly StopGroup[];
  /** Of each line that names a date and a route, the group that it belongs to, faulty or not. */
  readonly groupOfLine: ReadonlyMap<number, string>;
  /** Of each sound line what it says, whether its group is sound or not. */
  readonly stopOfLine: ReadonlyMap<number, RouteStopInput>;
}

const day: CellRule = (field, value) => (isDay(value) ? null : `${field} should be a day in the format YYYY-MM-DD`);
const market: CellRule = (field, value) => (marketOf(value) ? null : `${field} should be one of ${MARKETS.join(", ")}`);
const word: CellRule = (field, value) =>
  /^\w+$/.test(value) ? null : `${field} can only contain letters, digits and underscores`;

const RULES: Readonly<Record<ScheduleColumn, CellRule>> = {
  date: required(day),
  market: required(market),
  id: required(),
  route: required(atMost(100)),
  stop: required(wholeNumber(0, 1000)),
  stockingIndex: required(wholeNumber(0, 1000)),
  stopType: required(all(atMost(100), word)),
};

/** Whether there is such a day as 2026-11-23. By the language alone: a worker loads no calendar for it. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function groupKey({ stockingDate, route }: Pick<RouteStopInput, "stockingDate" | "route">): string {
  return `${stockingDate}\n${route}`;
}

export function checkEntries(entries: readonly Entry[], isKnown: (id: string) => boolean): CheckedEntries {
  const faults: Fault[] = [];
  const groupOfLine = new Map<number, string>();
  const stopOfLine = new Map<number, RouteStopInput>();
  const groups = new Map<string, GroupSoFar>();

  for (const { line, cells } of entries) {
    const own: Fault[] = [];
    const add = (field: ScheduleColumn, message: string) => void own.push({ line, field, message });
    for (const field of SCHEDULE_COLUMNS) {
      const message = RULES[field](field, cells[field]);
      if (message) add(field, message);
    }
    if (cells.id !== "" && !isKnown(cells.id)) add("id", unknownLocation(cells.id));

    // Also of a line with other faults: it keeps back the route that it means.
    const names = { stockingDate: cells.date, route: cells.route.toLowerCase() };
    const grouped = cells.route !== "" && !own.some(({ field }) => field === "date");
    const group = grouped ? groupOf(groups, names) : null;
    if (group) groupOfLine.set(line, groupKey(names));

    if (own.length === 0 && group) {
      const stop = { ...names, ...valuesOf(cells) };
      stopOfLine.set(line, stop);
      for (const [field, message] of group.add(stop)) add(field, message);
    }
    if (group && own.length > 0) group.spoil();
    faults.push(...own.sort((a, b) => SCHEDULE_COLUMNS.indexOf(a.field) - SCHEDULE_COLUMNS.indexOf(b.field)));
  }

  return { faults, groupOfLine, stopOfLine, groups: soundGroups(groups) };
}

function valuesOf(cells: Readonly<Record<ScheduleColumn, string>>) {
  return {
    market: cells.market as RouteStopInput["market"],
    id: cells.id,
    stop: Number(cells.stop),
    stockingIndex: Number(cells.stockingIndex),
    stopType: cells.stopType.toUpperCase(),
  };
}

interface GroupSoFar {
  readonly stops: RouteStopInput[];
  readonly isSound: () => boolean;
  readonly spoil: () => void;
  /** Takes the stop in, and answers what is wrong with it beside those before it. */
  readonly add: (stop: RouteStopInput) => [ScheduleColumn, string][];
}

function groupOf(groups: Map<string, GroupSoFar>, names: Pick<RouteStopInput, "stockingDate" | "route">): GroupSoFar {
  const key = groupKey(names);
  const existing = groups.get(key);
  if (existing) return existing;
  const group = emptyGroup(names);
  groups.set(key, group);
  return group;
}

function emptyGroup({ stockingDate, route }: Pick<RouteStopInput, "stockingDate" | "route">): GroupSoFar {
  const stops: RouteStopInput[] = [];
  const calls = new Set<string>();
  let sound = true;
  return {
    stops,
    isSound: () => sound,
    spoil: () => {
      sound = false;
    },
    add: (stop) => {
      const faults: [ScheduleColumn, string][] = [];
      const [first] = stops;
      if (first && first.market !== stop.market) {
        faults.push(["market", `route ${route} is in market ${first.market} on ${stockingDate}`]);
      }
      const call = `${stop.id}\n${stop.stockingIndex}`;
      if (calls.has(call)) {
        faults.push(["id", `${stop.id} with stockingIndex ${stop.stockingIndex} is on route ${route} twice`]);
      }
      calls.add(call);
      stops.push(stop);
      if (stops.length === MOST_STOPS + 1) {
        faults.push(["route", `route ${route} on ${stockingDate} has more than ${MOST_STOPS} stops`]);
      }
      return faults;
    },
  };
}

function soundGroups(groups: ReadonlyMap<string, GroupSoFar>): StopGroup[] {
  return [...groups]
    .filter(([, group]) => group.isSound() && group.stops.length > 0)
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

/** By code unit, as the server sorts. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
