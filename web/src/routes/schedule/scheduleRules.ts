/**
 * The rules of a route and stop schedule (docs/requirements/routes.md, RTE-5). The server has the same rules in
 * functions/routes. Both run the cases in functions/routes/cases/route-stops.json. The module has no side effects.
 */
import type { RouteStopInput } from "../../api/schema";
import { memoize } from "../../uploads/rules/memoize";
import { allOf, maxLength, required, wholeNumber, type CellRule } from "../../uploads/rules/values";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { unknownLocationMessage } from "../knownLocations";
import { parseMarket, MARKETS } from "../market";

/** The maximum number of stops of one route on one day. */
export const MAX_STOPS = 500;

/** A line of the file. */
export type Entry = Pick<Line<ScheduleColumn>, "number" | "cells">;

export interface CellError {
  readonly line: number;
  readonly field: ScheduleColumn;
  readonly message: string;
}

/** The stops of one route on one day. They are stored all together or not at all. */
export interface StopGroup {
  readonly stockingDate: string;
  readonly route: string;
  readonly stops: readonly RouteStopInput[];
}

export interface CheckedEntry {
  /** The group of an entry with a date and a route, even if the entry has errors. */
  readonly group: EntryGroup | null;
  /** The stop of an entry without errors of its cells, even if its group is invalid. */
  readonly stop: RouteStopInput | null;
}

export interface CheckedEntries {
  /** Ordered by line, then by column. */
  readonly errors: readonly CellError[];
  /** In the order of the entries. */
  readonly entries: readonly CheckedEntry[];
  /** In the order of their first entries. */
  readonly groups: RouteDays<EntryGroup>;
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

/**
 * Values by day and route. Nested maps and the latest result avoid a joined key for each of 100,000 stops, which takes
 * longer than all other steps of the comparison. Most files and responses are sorted by day and route.
 */
export class RouteDays<Value> {
  readonly #days = new Map<string, Map<string, Value>>();
  #day = "";
  #route = "";
  #latest: Value | undefined;

  get(day: string, route: string): Value | undefined {
    if (this.#latest !== undefined && route === this.#route && day === this.#day) return this.#latest;
    return this.#remember(day, route, this.#days.get(day)?.get(route));
  }

  set(day: string, route: string, value: Value): void {
    const routes = this.#days.get(day);
    if (routes) routes.set(route, value);
    else this.#days.set(day, new Map([[route, value]]));
    this.#remember(day, route, value);
  }

  /** The distinct values, in the order of their first keys of each day. */
  values(): readonly Value[] {
    return [...new Set([...this.#days.values()].flatMap((routes) => [...routes.values()]))];
  }

  #remember(day: string, route: string, value: Value | undefined): Value | undefined {
    this.#day = day;
    this.#route = route;
    this.#latest = value;
    return value;
  }
}

/** The entries of one route on one day. */
export class EntryGroup {
  /** The positions of the entries with a stop, by stockingIndex and id. */
  readonly #positions = new Map<number, Map<string, number>>();
  readonly #stops: RouteStopInput[] = [];
  /** The first line with an error. It makes the whole group invalid. */
  firstInvalidLine: number | null = null;

  constructor(
    readonly stockingDate: string,
    readonly route: string,
  ) {}

  get stops(): readonly RouteStopInput[] {
    return this.#stops;
  }

  /** The position of the entry that stops at the location with this stockingIndex. */
  positionOf({ id, stockingIndex }: Pick<RouteStopInput, "id" | "stockingIndex">): number | undefined {
    return this.#positions.get(stockingIndex)?.get(id);
  }

  /** Adds the stop of an entry and returns its conflicts with the stops added before. */
  add(stop: RouteStopInput, position: number): readonly (readonly [ScheduleColumn, string])[] {
    const conflicts: [ScheduleColumn, string][] = [];
    const { stockingDate, route } = this;
    const [first] = this.#stops;
    if (first && first.market !== stop.market) {
      conflicts.push(["market", `route ${route} is in market ${first.market} on ${stockingDate}`]);
    }
    let positions = this.#positions.get(stop.stockingIndex);
    if (!positions) this.#positions.set(stop.stockingIndex, (positions = new Map<string, number>()));
    if (positions.has(stop.id)) {
      conflicts.push(["id", `${stop.id} with stockingIndex ${stop.stockingIndex} is on route ${route} twice`]);
    }
    positions.set(stop.id, position);
    this.#stops.push(stop);
    if (this.#stops.length === MAX_STOPS + 1) {
      conflicts.push(["route", `route ${route} on ${stockingDate} has more than ${MAX_STOPS} stops`]);
    }
    return conflicts;
  }
}

export function checkEntries(lines: readonly Entry[], isKnown: (id: string) => boolean): CheckedEntries {
  const errors: CellError[] = [];
  const groups = new RouteDays<EntryGroup>();
  // By the route as written in the file, so that each spelling is converted to lower case once.
  const groupsByText = new RouteDays<EntryGroup>();

  const entries = lines.map(({ number, cells }, position): CheckedEntry => {
    const lineErrors: CellError[] = [];
    const add = (field: ScheduleColumn, message: string) => void lineErrors.push({ line: number, field, message });
    for (const field of SCHEDULE_COLUMNS) {
      const message = RULES[field](field, cells[field]);
      if (message) add(field, message);
    }
    if (cells.id !== "" && !isKnown(cells.id)) add("id", unknownLocationMessage(cells.id));

    // A line with errors still belongs to its group, and makes the whole group invalid.
    const hasGroup = cells.route !== "" && !lineErrors.some(({ field }) => field === "date");
    let group = hasGroup ? groupsByText.get(cells.date, cells.route) : undefined;
    if (hasGroup && !group) {
      group = findOrCreateGroup(groups, cells.date, cells.route.toLowerCase());
      groupsByText.set(cells.date, cells.route, group);
    }

    let stop: RouteStopInput | null = null;
    if (lineErrors.length === 0 && group) {
      stop = parseStop(cells, group.route);
      for (const [field, message] of group.add(stop, position)) add(field, message);
    }
    if (lineErrors.length > 0) {
      if (group) group.firstInvalidLine ??= number;
      errors.push(...lineErrors.sort((a, b) => SCHEDULE_COLUMNS.indexOf(a.field) - SCHEDULE_COLUMNS.indexOf(b.field)));
    }
    return { group: group ?? null, stop };
  });
  return { errors, entries, groups };
}

function parseStop(cells: Readonly<Record<ScheduleColumn, string>>, route: string): RouteStopInput {
  return {
    stockingDate: cells.date,
    route,
    market: cells.market as RouteStopInput["market"],
    id: cells.id,
    stop: Number(cells.stop),
    stockingIndex: Number(cells.stockingIndex),
    stopType: cells.stopType.toUpperCase(),
  };
}

function findOrCreateGroup(groups: RouteDays<EntryGroup>, day: string, route: string): EntryGroup {
  const existing = groups.get(day, route);
  if (existing) return existing;
  const group = new EntryGroup(day, route);
  groups.set(day, route, group);
  return group;
}

/** The groups without errors, ordered by date and route. Their stops are ordered by stop, id and stockingIndex. */
export function validGroups({ groups }: CheckedEntries): readonly StopGroup[] {
  return groups
    .values()
    .filter(({ firstInvalidLine, stops }) => firstInvalidLine === null && stops.length > 0)
    .toSorted((a, b) => compareText(groupKey(a), groupKey(b)))
    .map(({ stockingDate, route, stops }) => ({ stockingDate, route, stops: stops.toSorted(byStop) }));
}

function byStop(a: RouteStopInput, b: RouteStopInput): number {
  return a.stop - b.stop || compareText(a.id, b.id) || a.stockingIndex - b.stockingIndex;
}

/** Compares by code unit, like the server. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
