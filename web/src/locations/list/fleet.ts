/** What is known here of the locations of one status, and how pages from the server change it. Pure. */
import type { LocationSummary } from "./locationIndex";

const DAY = 24 * 60 * 60 * 1000;

/** Older than this, a cached list is read whole again. */
export const CACHE_AGE = 2 * DAY;
/** How many locations a quick reload fetches; also the most that the server puts on a page. */
export const QUICK_RELOAD = 2500;

/** A reading of all pages that has begun and not ended: one that failed goes on from where it stopped. */
export interface Walk {
  readonly startedAt: number;
  readonly locations: readonly LocationSummary[];
  /** Nothing before the first page. */
  readonly nextToken: string | null;
}

export interface Fleet {
  readonly locations: readonly LocationSummary[];
  /** When all pages were last read; nothing before that was ever done. */
  readonly asOf: number | null;
  /** A quick reload since then that could not fetch all. */
  readonly quick: { readonly at: number; readonly count: number } | null;
  readonly walk: Walk | null;
}

export interface LocationsPage {
  readonly items: readonly LocationSummary[];
  readonly nextToken: string | null;
}

export const NO_FLEET: Fleet = { locations: [], asOf: null, quick: null, walk: null };

/** Whether a quick reload will not do. What is from the future was read while this machine's clock was wrong. */
export function needsFullReload({ walk, asOf }: Fleet, now: number): boolean {
  return walk !== null || asOf === null || asOf > now || now - asOf > CACHE_AGE;
}

export function beginWalk(startedAt: number): Walk {
  return { startedAt, locations: [], nextToken: null };
}

/** After a page of a full reload. On its last page, what no page had is gone. */
export function withPage(fleet: Fleet, walk: Walk, page: LocationsPage): Fleet {
  const locations = merge(walk.locations, page.items);
  if (page.nextToken === null) return { locations, asOf: walk.startedAt, quick: null, walk: null };
  return {
    ...fleet,
    locations: merge(fleet.locations, page.items),
    walk: { ...walk, locations, nextToken: page.nextToken },
  };
}

/** After a quick reload, which is as good as a full one where the fleet is no larger. */
export function withQuickReload(fleet: Fleet, at: number, { items, nextToken }: LocationsPage): Fleet {
  if (nextToken === null) return { locations: items, asOf: at, quick: null, walk: null };
  return { ...fleet, locations: merge(fleet.locations, items), quick: { at, count: items.length } };
}

/** Newer locations take the place of those with the same id; the others follow. */
export function merge(
  known: readonly LocationSummary[],
  newer: readonly LocationSummary[],
): readonly LocationSummary[] {
  if (known.length === 0) return newer;
  const byId = new Map(known.map((location) => [location.id, location]));
  for (const location of newer) byId.set(location.id, location);
  return [...byId.values()];
}

/**
 * The locations of several statuses together. One that changed its status since an older part was read is in both: the
 * part that was read last knows better.
 */
export function together(
  parts: readonly { readonly asOf: number | null; readonly locations: readonly LocationSummary[] }[],
): readonly LocationSummary[] {
  const [only, ...others] = parts.filter(({ locations }) => locations.length > 0);
  if (!only) return [];
  if (others.length === 0) return only.locations;
  const byAge = [only, ...others].toSorted((a, b) => (a.asOf ?? 0) - (b.asOf ?? 0));
  return byAge.reduce<readonly LocationSummary[]>((known, { locations }) => merge(known, locations), []);
}
