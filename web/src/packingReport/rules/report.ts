/** The rules of the packing report (docs/requirements/planning.md, PKG-1). The module has no side effects. */
import type { ResponseBody } from "../../api/rest";
import { compareNames } from "../../lib/formats";

/** The needs of a location: the need of each item, and the route of the driver or null. */
export type ReportLocation = ResponseBody<"GET /pars/report/{date}">["locations"][number];

/** The items of all bays, with the version of the edit. */
export type Layout = ResponseBody<"GET /pars/zones">;

/** A bay and its items in packing order. */
export type Bay = Layout["bays"][number];

export interface Need {
  readonly zone: string;
  readonly bay: string;
  readonly item: string;
  readonly need: number;
}

/** The zone and bay of items without a zone. */
export const OTHER_ZONE = { zone: "other", bay: "B" } as const;

/** The zone, bay and packing order of each item. */
export type ItemPositions = ReadonlyMap<
  string,
  { readonly zone: string; readonly bay: string; readonly order: number }
>;

export function indexItems({ bays }: Layout): ItemPositions {
  const entries = bays.flatMap(({ zone, bay, items }) => items.map((item) => ({ zone, bay, item })));
  return new Map(entries.map(({ zone, bay, item }, order) => [item, { zone, bay, order }]));
}

/** Lists the items with a need above 0 in packing order. Items without a zone come last. */
export function listNeeds(dataIds: Readonly<Record<string, number>>, positions: ItemPositions): readonly Need[] {
  const needs = Object.entries(dataIds)
    .filter(([, need]) => need > 0)
    .map(([item, need]) => ({ ...(positions.get(item) ?? { ...OTHER_ZONE, order: Infinity }), item, need }));
  needs.sort((a, b) => (a.order === b.order ? compareNames(a.item, b.item) : a.order - b.order));
  return needs.map(({ zone, bay, item, need }) => ({ zone, bay, item, need }));
}

/** Merges locations that appear on several pages, and sorts by driver. Locations without a driver come last. */
export function mergeLocations(locations: readonly ReportLocation[]): readonly ReportLocation[] {
  const byId = new Map<string, ReportLocation>();
  for (const next of locations) {
    const previous = byId.get(next.location);
    byId.set(next.location, previous ? { ...previous, data_ids: sumNeeds([previous, next]) } : next);
  }
  return [...byId.values()].sort(
    (a, b) =>
      Number(a.driver === null) - Number(b.driver === null) ||
      compareNames(a.driver ?? "", b.driver ?? "") ||
      compareNames(a.location, b.location),
  );
}

/** Sums the needs of all locations by item. */
export function sumNeeds(locations: readonly Pick<ReportLocation, "data_ids">[]): Readonly<Record<string, number>> {
  const needs = new Map<string, number>();
  for (const { data_ids } of locations) {
    for (const [item, need] of Object.entries(data_ids)) needs.set(item, (needs.get(item) ?? 0) + need);
  }
  return Object.fromEntries(needs);
}

/** Keeps locations whose id or driver contains the text. */
export function filterLocations(locations: readonly ReportLocation[], text: string): readonly ReportLocation[] {
  const query = text.trim().toLowerCase();
  if (!query) return locations;
  return locations.filter(
    ({ location, driver }) => location.toLowerCase().includes(query) || driver?.toLowerCase().includes(query),
  );
}

/** The items of the day that no zone contains. */
export function findItemsWithoutZone(
  dataIds: Readonly<Record<string, number>>,
  positions: ItemPositions,
): readonly string[] {
  return Object.keys(dataIds)
    .filter((item) => !positions.has(item))
    .sort(compareNames);
}
