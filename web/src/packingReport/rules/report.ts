/** What is packed for whom, from which zone and bay (spec of planning and reporting, section 2): pure. */

/** What a location needs, as the server tells it (spec, section 3). */
export interface ReportLocation {
  readonly location: string;
  /** The route that comes; null where it is on none. */
  readonly driver: string | null;
  readonly data_ids: Readonly<Record<string, number>>;
}

export interface Bay {
  readonly zone: string;
  readonly bay: string;
  /** In the order in which they lie there. */
  readonly items: readonly string[];
}

export interface Layout {
  readonly version: number;
  readonly bays: readonly Bay[];
}

export interface Need {
  readonly zone: string;
  readonly bay: string;
  readonly item: string;
  readonly need: number;
}

/** Where items are packed from that belong to no zone. */
export const OTHER = { zone: "other", bay: "B" } as const;

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Where each item lies, and its place in the order of packing. */
export type Places = ReadonlyMap<string, { readonly zone: string; readonly bay: string; readonly order: number }>;

export function placesOf({ bays }: Layout): Places {
  const lying = bays.flatMap(({ zone, bay, items }) => items.map((item) => ({ zone, bay, item })));
  return new Map(lying.map(({ zone, bay, item }, order) => [item, { zone, bay, order }]));
}

/** What is needed, in the order of packing; what lies in no zone comes last. Only what is needed. */
export function needsOf(dataIds: Readonly<Record<string, number>>, places: Places): readonly Need[] {
  const needs = Object.entries(dataIds)
    .filter(([, need]) => need > 0)
    .map(([item, need]) => ({ ...(places.get(item) ?? { ...OTHER, order: Infinity }), item, need }));
  needs.sort((a, b) => (a.order === b.order ? natural.compare(a.item, b.item) : a.order - b.order));
  return needs.map(({ zone, bay, item, need }) => ({ zone, bay, item, need }));
}

/** Locations in the order of their drivers; one that came on two pages is one, and those without a driver come last. */
export function inOrder(told: readonly ReportLocation[]): readonly ReportLocation[] {
  const byId = new Map<string, ReportLocation>();
  for (const next of told) {
    const before = byId.get(next.location);
    byId.set(next.location, before ? { ...before, data_ids: sum([before, next]) } : next);
  }
  return [...byId.values()].sort(
    (a, b) =>
      Number(a.driver === null) - Number(b.driver === null) ||
      natural.compare(a.driver ?? "", b.driver ?? "") ||
      natural.compare(a.location, b.location),
  );
}

/** How much of each item all of them need. */
export function sum(locations: readonly Pick<ReportLocation, "data_ids">[]): Readonly<Record<string, number>> {
  const needs = new Map<string, number>();
  for (const { data_ids } of locations) {
    for (const [item, need] of Object.entries(data_ids)) needs.set(item, (needs.get(item) ?? 0) + need);
  }
  return Object.fromEntries(needs);
}

/** Those whose id or driver contains the text. */
export function matching(locations: readonly ReportLocation[], text: string): readonly ReportLocation[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return locations;
  return locations.filter(
    ({ location, driver }) => location.toLowerCase().includes(wanted) || driver?.toLowerCase().includes(wanted),
  );
}

/** Items of the day that lie in no zone. */
export function unplaced(dataIds: Readonly<Record<string, number>>, places: Places): readonly string[] {
  return Object.keys(dataIds)
    .filter((item) => !places.has(item))
    .sort(natural.compare);
}
