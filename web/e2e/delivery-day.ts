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
    const open = rows.filter((row) => row.jit && !row.decidedAt && !row.stockedTimeUTC);
    const found = some(
      day,
      open.map(({ location }) => location),
      count,
    );
    if (found.locations.length === count) return found;
  }
  throw new Error("the stack has no stockings with JIT");
}

/** Locations of one packing slip. */
export async function openDrops(page: Page, count: number): Promise<OpenRows> {
  const query = `query ($filter: PackingSlipFilter!) {
    getPackingSlipsV3(filter: $filter) { items { locationId } }
  }`;
  for (const day of days()) {
    const variables = [{ filter: { dropOffDate: day } }];
    const [data] = await call<{ getPackingSlipsV3: { items: { locationId: string }[] } }>(page, query, variables);
    const slips = data?.getPackingSlipsV3.items ?? [];
    const found = some(
      day,
      slips.map(({ locationId }) => locationId),
      count,
    );
    if (found.locations.length === count) return found;
  }
  throw new Error("the stack has no packing slips");
}
