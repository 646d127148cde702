/** GraphQL query `locationRoutes`: the stops of all routes of a day, with totes and expected times. */

import { ALL_SHARDS, query, queryAll, table, type Item } from "../aws";
import { dayNumber, instantAt, stockingTime } from "../central";
import { serve } from "../runtime";

const ROUTES = table("ROUTE_STOPS_TABLE");
const SLIPS = table("PACKING_SLIPS_TABLE");
const TIMES = table("STOP_TIMES_TABLE");
const ROUTES_PER_SHARD = 100;
const MAX_PAGE_BYTES = 1_000_000;
/** The size of a stop in a response without its location, route and type. */
const STOP_BYTES = 330;
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const WEEKS = 6;
const MIN_TIMES = 2;

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

async function readRoutes(date: string, after: string | undefined): Promise<{ days: RouteDay[]; cursor: string | undefined }> {
  const slices = await Promise.all(
    ALL_SHARDS.map((shard) =>
      query({
        TableName: ROUTES,
        KeyConditionExpression: after === undefined ? "#n0 = :v0" : "#n0 = :v0 AND #n1 > :v1",
        ExpressionAttributeNames: after === undefined ? { "#n0": "dayShard" } : { "#n0": "dayShard", "#n1": "route" },
        ExpressionAttributeValues: after === undefined ? { ":v0": `${date}#${shard}` } : { ":v0": `${date}#${shard}`, ":v1": after },
        Limit: ROUTES_PER_SHARD,
      }),
    ),
  );
  const cursors = slices.flatMap(({ last }) => (last === undefined ? [] : [String(last["route"])])).sort();
  const cursor = cursors[0];
  const days = slices.flatMap(({ items }) => items as unknown as RouteDay[]);
  days.sort((one, other) => (one.route < other.route ? -1 : 1));
  return { days: cursor === undefined ? days : days.filter(({ route }) => route <= cursor), cursor };
}

/** The routes that fit on one page, at least one. */
function firstPage(days: RouteDay[], cursor: string | undefined): { days: RouteDay[]; cursor: string | undefined } {
  let bytes = 0;
  const excess = days.findIndex(({ route, stops }) => {
    const size = stops.reduce((sum, { id, stopType }) => sum + STOP_BYTES + id.length + stopType.length + route.length, 0);
    const exceeds = bytes > 0 && bytes + size > MAX_PAGE_BYTES;
    bytes += size;
    return exceeds;
  });
  if (excess === -1) return { days, cursor };
  return { days: days.slice(0, excess), cursor: days[excess - 1]?.route };
}

function range(name: string, sort: string, partition: string, first: string, last: string) {
  return {
    KeyConditionExpression: "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2",
    ExpressionAttributeNames: { "#n0": name, "#n1": sort },
    ExpressionAttributeValues: { ":v0": partition, ":v1": first, ":v2": last },
  };
}

async function readTotes(date: string, days: readonly RouteDay[]): Promise<Map<string, number>> {
  const ids = days.flatMap(({ stops }) => stops.map(({ id }) => id)).sort();
  const [first, last] = [ids[0], ids.at(-1)];
  const totes = new Map<string, number>();
  if (first === undefined || last === undefined) return totes;
  const slips = await Promise.all(
    ALL_SHARDS.map((shard) => {
      const keys = range("dayShard", "slip", `${date}#${shard}`, `${first}#`, `${last}$`);
      return queryAll({
        TableName: SLIPS,
        ...keys,
        ProjectionExpression: "#n1, #n2, #n3, #n4, #n5",
        ExpressionAttributeNames: {
          ...keys.ExpressionAttributeNames,
          "#n2": "locationId",
          "#n3": "stockingIndex",
          "#n4": "toteCount",
          "#n5": "status",
        },
      });
    }),
  );
  for (const { locationId, stockingIndex, toteCount, status } of slips.flat()) {
    if (String(status).toUpperCase() === "DELETED") continue;
    const key = `${String(locationId)}#${String(stockingIndex)}`;
    totes.set(key, (totes.get(key) ?? 0) + Number(toteCount));
  }
  return totes;
}

async function readTimes(date: string, days: readonly RouteDay[]): Promise<Map<string, Stocking[]>> {
  const firsts = days.map(({ route }) => `${route}#`).sort();
  const lasts = days.map(({ route }) => `${route}$`).sort();
  const times = new Map<string, Stocking[]>();
  const [first, last] = [firsts[0], lasts.at(-1)];
  if (first === undefined || last === undefined) return times;
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "";
  const stored = await Promise.all(
    ALL_SHARDS.map((shard) => queryAll({ TableName: TIMES, ...range("weekdayShard", "stop", `${weekday}#${shard}`, first, last) })),
  );
  for (const item of stored.flat()) times.set(String(item["stop"]), stockings(item));
  return times;
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
    const read = await readRoutes(date, after);
    const { days, cursor } = firstPage(read.days, read.cursor);
    const selected = days.filter(({ market }) => filter.market === undefined || market === filter.market);
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
