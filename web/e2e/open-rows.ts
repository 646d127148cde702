/** Finds rows of the seeded days without a recorded decision. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { stockingWindow } from "../src/stocking/rules/stockingDay";
import { callGraphql } from "./route-stops";

/** Today and tomorrow in Central time. */
function businessDays(): readonly string[] {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" });
  const now = Date.now();
  return [0, 86_400_000].map((ahead) => format.format(now + ahead));
}

export interface OpenRows<Row> {
  readonly day: string;
  readonly rows: readonly [Row, Row];
}

/** Picks two random neighbors, if there are two. Random, because parallel tests can change rows. */
function pickTwo<Row>(all: readonly Row[]): readonly [Row, Row] | undefined {
  const from = randomInt(Math.max(1, all.length - 1));
  const [first, second] = all.slice(from);
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** Returns the ids that occur exactly once. */
function uniqueIds(ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => ids.indexOf(id) === ids.lastIndexOf(id)));
}

export interface OpenStop {
  readonly location: string;
  readonly stop: number;
}

/**
 * Finds two open stops with JIT. Each is the only stop of its location on that day, because a second stop can have no JIT.
 */
export async function findOpenJitStops(page: Page): Promise<OpenRows<OpenStop>> {
  const query = `query ($input: JITLocationsInput!, $filter: LocationRoutesFilter!) {
    jitLocations(input: $input) { items { location jit decidedAt stockedTimeUTC } }
    locationRoutes(filter: $filter) { routes { id stop } }
  }`;
  interface Row {
    readonly location: string;
    readonly jit: boolean | null;
    readonly decidedAt: string | null;
    readonly stockedTimeUTC: string | null;
  }
  interface Day {
    readonly jitLocations: { readonly items: readonly Row[] };
    readonly locationRoutes: { readonly routes: readonly { readonly id: string; readonly stop: number }[] };
  }
  for (const day of businessDays()) {
    const [data] = await callGraphql<Day>(page, query, [
      { input: { dropOffDate: day }, filter: { stockingDate: day } },
    ]);
    const stops = data?.locationRoutes.routes ?? [];
    const single = uniqueIds(stops.map(({ id }) => id));
    const stopOf = new Map(stops.filter(({ id }) => single.has(id)).map(({ id, stop }) => [id, stop]));
    const open = (data?.jitLocations.items ?? []).flatMap(({ location, jit, decidedAt, stockedTimeUTC }) => {
      const stop = stopOf.get(location);
      return stop !== undefined && jit && !decidedAt && !stockedTimeUTC ? [{ location, stop }] : [];
    });
    const rows = pickTwo(open);
    if (rows) return { day, rows };
  }
  throw new Error("the stack has no stockings with JIT");
}

/**
 * Finds two locations with one packing slip each and without driver actions or overrides on its day. Actions of other days
 * do not count, because drivers visit most locations of a small fleet every day.
 */
export async function findOpenDrops(page: Page): Promise<OpenRows<string>> {
  const reports = ["LocationUnreachable", "LocationStocked", "DropOffComplete"].map(
    (type) => `${type}: getDriverAction(filter: {
      eventType: ${type}, createdAt: $begins, createdBefore: $ends
    }) { items { locationId } }`,
  );
  // One page holds all of these actions.
  const query = `query ($day: AWSDate!, $begins: AWSDateTime!, $ends: AWSDateTime!) {
    slips: getPackingSlipsV3(filter: { dropOffDate: $day }) { items { locationId } }
    overrides: getDriverAction(filter: { eventType: DropOverride, dropOffDate: $day }) { items { locationId } }
    ${reports.join("\n")}
  }`;
  type Lists = Readonly<Record<string, { readonly items: readonly { readonly locationId: string }[] }>>;
  for (const day of businessDays()) {
    const { begins, ends } = stockingWindow(day);
    const variables = { day, begins: begins.toISOString(), ends: ends.toISOString() };
    const [data = {}] = await callGraphql<Lists>(page, query, [variables]);
    const { slips, ...others } = data;
    const locationsWithActions = new Set(
      Object.values(others).flatMap(({ items }) => items.map(({ locationId }) => locationId)),
    );
    const open = [...uniqueIds((slips?.items ?? []).map(({ locationId }) => locationId))].filter(
      (id) => !locationsWithActions.has(id),
    );
    const rows = pickTwo(open);
    if (rows) return { day, rows };
  }
  throw new Error("the stack has no open drops");
}
