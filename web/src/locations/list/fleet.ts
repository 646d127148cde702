/** The loaded locations of one status, and how pages from the server update them. Pure. */
import { sortById, type LocationSummary } from "./locationIndex";

const DAY = 24 * 60 * 60 * 1000;

/** An older cached list is reloaded completely. */
export const MAX_CACHE_AGE = 2 * DAY;
/** The number of locations in a quick reload. Also the maximum page size of the server. */
export const QUICK_RELOAD_SIZE = 2500;

/** An unfinished reload of all pages. After a failure it continues from the last page that arrived. */
export interface FullReload {
  readonly startedAt: number;
  readonly locations: readonly LocationSummary[];
  /** The cursor of the next page; null before the first page. */
  readonly nextToken: string | null;
}

export interface Fleet {
  /** Sorted by id, also in the browser's cache, so that the cached list is shown without sorting it. */
  readonly locations: readonly LocationSummary[];
  /** When the last complete reload started; null if there was none. */
  readonly asOf: number | null;
  /** The latest quick reload since then, if it did not fetch all locations. */
  readonly quick: { readonly at: number; readonly count: number } | null;
  readonly fullReload: FullReload | null;
}

export interface LocationsPage {
  readonly items: readonly LocationSummary[];
  readonly nextToken: string | null;
}

export const EMPTY_FLEET: Fleet = { locations: [], asOf: null, quick: null, fullReload: null };

/** Whether a complete reload is required. `asOf` is in the future if this computer's clock was wrong. */
export function needsFullReload({ fullReload, asOf }: Fleet, now: number): boolean {
  return fullReload !== null || asOf === null || asOf > now || now - asOf > MAX_CACHE_AGE;
}

export function startFullReload(startedAt: number): FullReload {
  return { startedAt, locations: [], nextToken: null };
}

/** Adds a page of a complete reload. The last page removes locations that were on none of the pages. */
export function addPage(fleet: Fleet, fullReload: FullReload, page: LocationsPage): Fleet {
  const locations = mergeSorted(fullReload.locations, page.items);
  if (page.nextToken === null) return { locations, asOf: fullReload.startedAt, quick: null, fullReload: null };
  return {
    ...fleet,
    locations: mergeSorted(fleet.locations, page.items),
    fullReload: { ...fullReload, locations, nextToken: page.nextToken },
  };
}

/** Applies a quick reload. It counts as complete if it fetched all locations. */
export function applyQuickReload(fleet: Fleet, at: number, { items, nextToken }: LocationsPage): Fleet {
  if (nextToken === null) return { locations: sortById(items), asOf: at, quick: null, fullReload: null };
  return { ...fleet, locations: mergeSorted(fleet.locations, items), quick: { at, count: items.length } };
}

/** Merges newer locations into sorted ones. */
function mergeSorted(sorted: readonly LocationSummary[], newer: readonly LocationSummary[]) {
  const merged = mergeById(sorted, newer);
  // Without new locations, the order stays.
  return merged.length === sorted.length ? merged : sortById(merged);
}

/** Replaces locations in place by newer ones with the same id, and appends the new ones. */
export function mergeById(
  known: readonly LocationSummary[],
  newer: readonly LocationSummary[],
): readonly LocationSummary[] {
  if (known.length === 0) return newer;
  const byId = new Map(known.map((location) => [location.id, location]));
  for (const location of newer) byId.set(location.id, location);
  return [...byId.values()];
}

/**
 * Merges the locations of several statuses. A location that changed its status between two loads is in both parts; the
 * part that was loaded last wins.
 */
export function mergeFleets(
  parts: readonly { readonly asOf: number | null; readonly locations: readonly LocationSummary[] }[],
): readonly LocationSummary[] {
  const [only, ...others] = parts.filter(({ locations }) => locations.length > 0);
  if (!only) return [];
  if (others.length === 0) return only.locations;
  const byAge = [only, ...others].toSorted((a, b) => (a.asOf ?? 0) - (b.asOf ?? 0));
  return byAge.reduce<readonly LocationSummary[]>((known, { locations }) => mergeById(known, locations), []);
}
