/** Rows of the seeded days that nobody has decided about. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { call } from "./route-stops";

/** Today and tomorrow, as the business has them. */
function days(): readonly string[] {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" });
  const now = Date.now();
  return [0, 86_400_000].map((ahead) => day.format(now + ahead));
}

export interface OpenRows<Row> {
  readonly day: string;
  readonly rows: readonly [Row, Row];
}

/** Two of what is there, if there are two; by chance, since what others do may touch some. */
function two<Row>(all: readonly Row[]): readonly [Row, Row] | undefined {
  const from = randomInt(Math.max(1, all.length - 1));
  const [one, other] = all.slice(from);
  return one === undefined || other === undefined ? undefined : [one, other];
}

/** Those of which there is one alone. */
function once(ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => ids.indexOf(id) === ids.lastIndexOf(id)));
}

export interface OpenStop {
  readonly location: string;
  readonly stop: number;
}

/**
 * Two stops with JIT, each of a location that has one stop on that day: a second one may be without JIT, or unknown to
 * it.
 */
export async function openJit(page: Page): Promise<OpenRows<OpenStop>> {
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
  for (const day of days()) {
    const [data] = await call<Day>(page, query, [{ input: { dropOffDate: day }, filter: { stockingDate: day } }]);
    const stops = data?.locationRoutes.routes ?? [];
    const single = once(stops.map(({ id }) => id));
    const stopOf = new Map(stops.filter(({ id }) => single.has(id)).map(({ id, stop }) => [id, stop]));
    const open = (data?.jitLocations.items ?? []).flatMap(({ location, jit, decidedAt, stockedTimeUTC }) => {
      const stop = stopOf.get(location);
      return stop !== undefined && jit && !decidedAt && !stockedTimeUTC ? [{ location, stop }] : [];
    });
    const rows = two(open);
    if (rows) return { day, rows };
  }
  throw new Error("the stack has no stockings with JIT");
}

/** Two locations of one packing slip each, of which neither a driver nor a dispatcher told anything yet. */
export async function openDrops(page: Page): Promise<OpenRows<string>> {
  const told = ["DropOverride", "LocationUnreachable", "LocationStocked", "DropOffComplete"].map(
    (type) => `${type}: getDriverAction(filter: { eventType: ${type}, createdAt: $since }) { items { locationId } }`,
  );
  const query = `query ($filter: PackingSlipFilter!, $since: AWSDateTime!) {
    slips: getPackingSlipsV3(filter: $filter) { items { locationId } }
    ${told.join("\n")}
  }`;
  // Since before the stocking day of today began: a page holds that much.
  const since = new Date(Date.now() - 30 * 3_600_000).toISOString();
  type Lists = Readonly<Record<string, { readonly items: readonly { readonly locationId: string }[] }>>;
  for (const day of days()) {
    const [data = {}] = await call<Lists>(page, query, [{ filter: { dropOffDate: day }, since }]);
    const { slips, ...others } = data;
    const known = new Set(Object.values(others).flatMap(({ items }) => items.map(({ locationId }) => locationId)));
    const open = [...once((slips?.items ?? []).map(({ locationId }) => locationId))].filter((id) => !known.has(id));
    const rows = two(open);
    if (rows) return { day, rows };
  }
  throw new Error("the stack has no packing slips");
}
