/** Finds rows of the seeded days without a recorded decision, or sends one. */
import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { currentStockingDay, stockingWindow } from "../src/stocking/rules/stockingDay";
import { callGraphql, listLocations, uniqueRoute } from "./route-stops";
import { sendPackingSlip } from "./telemetry";

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

/**
 * Sends a packing slip of the current stocking day, and waits until the Drop Off Summary lists it. Its drop is open: drivers
 * completed no stocking of this number, and did not report the location as unreachable. Late in the day, drivers of a small
 * fleet have completed all other drops.
 */
export async function sendOpenDrop(page: Page): Promise<void> {
  const day = currentStockingDay();
  const { begins, ends } = stockingWindow(day);
  const query = `query ($begins: AWSDateTime!, $ends: AWSDateTime!) {
    unreachable: getDriverAction(filter: {
      eventType: LocationUnreachable, createdAt: $begins, createdBefore: $ends
    }) { items { locationId } }
  }`;
  interface Actions {
    readonly unreachable: { readonly items: readonly { readonly locationId: string }[] };
  }
  const variables = { begins: begins.toISOString(), ends: ends.toISOString() };
  const [data] = await callGraphql<Actions>(page, query, [variables]);
  const unreachable = new Set(data?.unreachable.items.map(({ locationId }) => locationId));
  const fridge = (await listLocations(page)).find(({ id, type }) => type === "FRIDGE" && !unreachable.has(id));
  if (!fridge) throw new Error("drivers reported all fridges as unreachable");

  const uniqueId = randomUUID();
  await sendPackingSlip(fridge.id, {
    uniqueId,
    dropOffDate: day,
    route: uniqueRoute(),
    stockingIndex: 9,
    toteCount: 2,
  });
  await expect(async () => {
    await page.goto(`/reports/dropoffsummary?date=${day}`);
    await page.getByLabel("Search by Location ID").fill(fridge.id);
    await expect(page.getByRole("row").filter({ hasText: uniqueId })).toBeVisible({ timeout: 5000 });
  }).toPass();
}
