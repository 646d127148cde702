/** GraphQL query `locationRoutes`: the stops of all routes of a day, with totes and expected times. */

import { ALL_SHARDS, queryGroups, query, shard, table, type Item } from "../aws";
import { dayNumber, instantAt, stockingTime } from "../central";
import { serve } from "../runtime";

const ROUTES = table("ROUTE_STOPS_TABLE");
const SLIPS = table("PACKING_SLIPS_TABLE");
const TIMES = table("STOP_TIMES_TABLE");
const ROUTES_PER_SHARD = 40;
const MAX_READS = 5;
const MAX_PAGE_BYTES = 1_000_000;
/** The size of a stop in a response without its location, route and type. */
const STOP_BYTES = 330;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const WEEKS = 6;
const MIN_TIMES = 2;
/** The number of 1970-01-01, if 0001-01-01 is day 1. */
const DAYS_BEFORE_1970 = 719_163;

interface Arguments {
  readonly filter: {
    readonly stockingDate: string;
    readonly market?: string;
    readonly calculateTotes?: boolean;
    readonly expectedTimes?: boolean;
  };
  readonly nextToken?: string | null;
}

interface Stop {
  readonly id: string;
  readonly stop: number;
  readonly stockingIndex: number;
  readonly stopType: string;
}

interface RouteDay {
  readonly route: string;
  readonly market: string;
  readonly stockingDate: string;
  readonly stops: readonly Stop[];
}

interface Stocking {
  readonly at: string;
  readonly driver: string;
}

interface Slice {
  readonly days: RouteDay[];
  readonly cursor: string | undefined;
}

async function routesAfter(date: string, market: string | undefined, after: string | undefined): Promise<Slice> {
  const slices = await Promise.all(
    ALL_SHARDS.map((shard) => {
      const names: Record<string, string> = { "#n0": "dayShard" };
      const values: Record<string, string> = { ":v0": `${date}#${shard}` };
      if (after !== undefined) [names["#n1"], values[":v1"]] = ["route", after];
      const next = Object.keys(names).length;
      if (market !== undefined) [names[`#n${next}`], values[`:v${next}`]] = ["market", market];
      return query({
        TableName: ROUTES,
        KeyConditionExpression: after === undefined ? "#n0 = :v0" : "#n0 = :v0 AND #n1 > :v1",
        ...(market === undefined ? {} : { FilterExpression: `#n${next} = :v${next}` }),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        Limit: ROUTES_PER_SHARD,
      });
    }),
  );
  const cursors = slices.flatMap(({ last }) => (last === undefined ? [] : [String(last["route"])])).sort();
  const cursor = cursors[0];
  const days = slices.flatMap(({ items }) => items as unknown as RouteDay[]);
  days.sort((one, other) => (one.route < other.route ? -1 : 1));
  return { days: cursor === undefined ? days : days.filter(({ route }) => route <= cursor), cursor };
}

/** The routes that fit on one page, at least one. */
async function readPage(date: string, market: string | undefined, after: string | undefined): Promise<Slice> {
  let [days, cursor]: [RouteDay[], string | undefined] = [[], after];
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const next = await routesAfter(date, market, cursor);
    [days, cursor] = [[...days, ...next.days], next.cursor];
    let bytes = 0;
    const excess = days.findIndex(({ route, stops }) => {
      const size = stops.reduce((sum, { id, stopType }) => sum + STOP_BYTES + id.length + stopType.length + route.length, 0);
      const exceeds = bytes > 0 && bytes + size > MAX_PAGE_BYTES;
      bytes += size;
      return exceeds;
    });
    if (excess !== -1) return { days: days.slice(0, excess), cursor: days[excess - 1]?.route };
    if (cursor === undefined) break;
  }
  return { days, cursor };
}

/** The names of each partition. */
function byShard(names: readonly string[]): [number, string[]][] {
  const shards = new Map<number, string[]>();
  for (const name of names) shards.set(shard(name), [...(shards.get(shard(name)) ?? []), name]);
  return [...shards];
}

async function readTotes(date: string, days: readonly RouteDay[]): Promise<Map<string, number>> {
  const ids = [...new Set(days.flatMap(({ stops }) => stops.map(({ id }) => id)))];
  const slips = await queryGroups({
    table: SLIPS,
    keys: ["dayShard", "slip"],
    partitions: byShard(ids).map(([number, names]) => ({ partition: `${date}#${number}`, names })),
    attributes: ["locationId", "stockingIndex", "toteCount", "status"],
  });
  const totes = new Map<string, number>();
  for (const { locationId, stockingIndex, toteCount, status } of slips) {
    if (String(status).toUpperCase() === "DELETED") continue;
    const key = `${String(locationId)}#${String(stockingIndex)}`;
    totes.set(key, (totes.get(key) ?? 0) + Number(toteCount));
  }
  return totes;
}

async function readTimes(date: string, days: readonly RouteDay[]): Promise<Map<string, Stocking[]>> {
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
  const weeks = Array.from({ length: WEEKS }, (_, index) => `week${(weekNumber(date) - index - 1) % (WEEKS + 1)}`);
  const stored = await queryGroups({
    table: TIMES,
    keys: ["weekdayShard", "stop"],
    partitions: byShard(days.map(({ route }) => route)).map(([number, names]) => ({ partition: `${weekday}#${number}`, names })),
    attributes: ["route", "locationId", "stockingIndex", ...weeks],
  });
  const times = new Map<string, Stocking[]>();
  for (const item of stored) {
    const { route, locationId, stockingIndex } = item;
    times.set(`${String(route)}#${String(locationId)}#${String(stockingIndex ?? "")}`, stockings(item));
  }
  return times;
}

/** The number of the week, which determines the attribute of a stocking. */
function weekNumber(date: string): number {
  return Math.floor((dayNumber(date) + DAYS_BEFORE_1970) / 7);
}

function stockings(item: Item): Stocking[] {
  return [0, 1, 2, 3, 4, 5, 6].flatMap((week) => {
    const stocking = item[`week${week}`];
    return stocking === undefined ? [] : [stocking as Stocking];
  });
}

function estimate(day: number, all: readonly Stocking[]) {
  const byDay = new Map<number, { minute: number; stocking: Stocking }>();
  for (const stocking of all) {
    const { day: stocked, minute } = stockingTime(Date.parse(stocking.at));
    const days = day - stocked;
    if (days % 7 !== 0 || days < 7 || days > 7 * WEEKS) continue;
    const known = byDay.get(stocked);
    if (known === undefined || known.stocking.at < stocking.at) byDay.set(stocked, { minute, stocking });
  }
  const minutes = [...byDay.values()].map(({ minute }) => minute).sort((one, other) => one - other);
  const lower = minutes[Math.floor((minutes.length - 1) / 2)];
  const upper = minutes[Math.floor(minutes.length / 2)];
  const isKnown = minutes.length >= MIN_TIMES && lower !== undefined && upper !== undefined;
  const expectedTime = isKnown ? new Date(instantAt(day, Math.floor((lower + upper) / 2))).toISOString() : null;
  const latest = byDay.size === 0 ? undefined : byDay.get(Math.max(...byDay.keys()));
  return { expectedTime, lastDriver: latest?.stocking.driver ?? null };
}

void serve({
  name: "locationRoutes",
  actions: ["GetUniqueRoutes"],
  async run(input) {
    const { filter, nextToken } = input as unknown as Arguments;
    const date = filter.stockingDate;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error("stockingDate should be a day");
    const after = nextToken == null ? undefined : String(JSON.parse(Buffer.from(nextToken, "base64url").toString("utf8")));
    const { days: selected, cursor } = await readPage(date, filter.market, after);
    const totes = filter.calculateTotes === true ? await readTotes(date, selected) : new Map<string, number>();
    const times = filter.expectedTimes === true ? await readTimes(date, selected) : new Map<string, Stocking[]>();
    const day = dayNumber(date);
    const routes = selected.flatMap(({ route, market, stockingDate, stops }) => {
      const counts = stops.map(({ id, stockingIndex }) => totes.get(`${id}#${stockingIndex}`) ?? null);
      const known = counts.filter((count) => count !== null);
      const toteCountPerRoute = known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
      return stops.map(({ id, stop, stockingIndex, stopType }, index) => ({
        stockingDate,
        market,
        id,
        route,
        stop,
        stockingIndex,
        stopType,
        toteCountPerStop: counts[index] ?? null,
        toteCountPerRoute,
        ...estimate(day, [...(times.get(`${route}#${id}#${stockingIndex}`) ?? []), ...(times.get(`${route}#${id}#`) ?? [])]),
      }));
    });
    return { routes, nextToken: cursor === undefined ? undefined : Buffer.from(JSON.stringify(cursor)).toString("base64url") };
  },
});
