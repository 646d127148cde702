/** Rows of the seeded days that nobody has decided about: each test takes some of its own. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { call } from "./route-stops";

/** Today and tomorrow, as the business has them. */
function days(): readonly string[] {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" });
  const now = Date.now();
  return [0, 86_400_000].map((ahead) => day.format(now + ahead));
}

export interface OpenRows {
  readonly day: string;
  readonly locations: readonly string[];
}

/** Some of what is there, so that tests beside one another take others. */
function some(day: string, all: readonly string[], count: number): OpenRows {
  const unique = [...new Set(all)].filter((id) => all.indexOf(id) === all.lastIndexOf(id));
  const from = randomInt(Math.max(1, unique.length - count));
  return { day, locations: unique.slice(from, from + count) };
}

/** Locations of one stocking of which JIT is on. */
export async function openJit(page: Page, count: number): Promise<OpenRows> {
  const query = `query ($input: JITLocationsInput!) {
    jitLocations(input: $input) { items { location jit decidedAt stockedTimeUTC } }
  }`;
  interface Row {
    readonly location: string;
    readonly jit: boolean | null;
    readonly decidedAt: string | null;
    readonly stockedTimeUTC: string | null;
  }
  for (const day of days()) {
    const [data] = await call<{ jitLocations: { items: Row[] } }>(page, query, [{ input: { dropOffDate: day } }]);
    const rows = data?.jitLocations.items ?? [];
    // A second stocking of the day may be without JIT.
    const once = (row: Row) => rows.filter(({ location }) => location === row.location).length === 1;
    const open = rows.filter((row) => row.jit && !row.decidedAt && !row.stockedTimeUTC && once(row));
    const found = some(
      day,
      open.map(({ location }) => location),
      count,
    );
    if (found.locations.length === count) return found;
  }
  throw new Error("the stack has no stockings with JIT");
}

/** Locations of one packing slip, of which neither a driver nor a dispatcher told anything yet. */
export async function openDrops(page: Page, count: number): Promise<OpenRows> {
  const told = ["DropOverride", "LocationUnreachable", "LocationStocked"].map(
    (type) => `${type}: getDriverAction(filter: { eventType: ${type}, createdAt: $since }) { items { locationId } }`,
  );
  const query = `query ($filter: PackingSlipFilter!, $since: AWSDateTime!) {
    slips: getPackingSlipsV3(filter: $filter) { items { locationId } }
    ${told.join("\n")}
  }`;
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
  type Lists = Readonly<Record<string, { readonly items: readonly { readonly locationId: string }[] }>>;
  for (const day of days()) {
    const [data = {}] = await call<Lists>(page, query, [{ filter: { dropOffDate: day }, since }]);
    const { slips, ...others } = data;
    const known = new Set(Object.values(others).flatMap(({ items }) => items.map(({ locationId }) => locationId)));
    const open = (slips?.items ?? []).map(({ locationId }) => locationId).filter((id) => !known.has(id));
    const found = some(day, open, count);
    if (found.locations.length === count) return found;
  }
  throw new Error("the stack has no packing slips");
}
