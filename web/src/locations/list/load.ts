/** Loading the list: from the cache at once, then from the server, page after page. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, isForbidden } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { forgetAll } from "../../api/localCache";
import type { LocationStatus } from "../../api/schema";
import { fleetCache, type FleetCache } from "./cache";
import {
  beginWalk,
  needsFullReload,
  NO_FLEET,
  QUICK_RELOAD,
  withPage,
  withQuickReload,
  type Fleet,
  type LocationsPage,
} from "./fleet";
import type { LocationSummary } from "./locationIndex";
import { locationsDocument } from "./operations.generated";

/** A visit this soon after a load does without another. */
const FRESH = 30_000;

type FetchPage = (nextToken: string | null) => Promise<LocationsPage>;

interface Loading {
  /** What is in memory, if anything. */
  readonly known: Fleet | undefined;
  /** Everything, however young the cache: a person asked, or a location was changed here. */
  readonly full: boolean;
  readonly cache: FleetCache;
  readonly fetchPage: FetchPage;
  /** Shows what there is so far. */
  readonly publish: (fleet: Fleet) => void;
  readonly now: () => number;
}

/**
 * The locations of one status. Invalidating the query reads all pages again; a mere visit reloads quickly. The answer
 * grows while it is loading, and goes on loading when the screen is left.
 */
export function fleetQuery(user: string, status: LocationStatus) {
  const queryKey = ["locations", user, status] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const state = client.getQueryState<Fleet>(queryKey);
      try {
        return await loadFleet({
          known: state?.data,
          full: state?.isInvalidated ?? false,
          cache: fleetCache(user, status),
          fetchPage: async (nextToken) =>
            (await graphql(locationsDocument, { filter: { status, count: QUICK_RELOAD }, nextToken })).locations,
          publish: (fleet) => client.setQueryData<Fleet>(queryKey, fleet),
          now: Date.now,
        });
      } catch (error) {
        if (isForbidden(error)) await forgetAll();
        throw error;
      }
    },
    staleTime: FRESH,
    // Without a connection too: the cache can be shown, and the failure told.
    networkMode: "always",
    // The age is in sight and Refresh beside it; 2,500 locations at each return to the window are too many.
    refetchOnWindowFocus: false,
    // Comparing 10,000 locations with those before would take longer than drawing what is seen of them.
    structuralSharing: false,
  });
}

export async function loadFleet({ known, full, cache, fetchPage, publish, now }: Loading): Promise<Fleet> {
  const cached = known ?? (await cache.read()) ?? NO_FLEET;
  if (known === undefined && cached.asOf !== null) publish(cached);
  const loaded =
    full || needsFullReload(cached, now())
      ? await reloadFully(cached, fetchPage, publish, now())
      : withQuickReload(cached, now(), await quickReload(fetchPage));
  // Shown first: a slow disk is nobody's concern.
  void cache.write(loaded);
  return loaded;
}

async function reloadFully(
  cached: Fleet,
  fetchPage: FetchPage,
  publish: (fleet: Fleet) => void,
  now: number,
): Promise<Fleet> {
  let walk = cached.walk ?? beginWalk(now);
  let fleet = cached;
  for (;;) {
    let page: LocationsPage;
    try {
      page = await fetchPage(walk.nextToken);
    } catch (error) {
      // The server no longer accepts the stored token: read from the first page.
      const isStored = walk === cached.walk && walk.nextToken !== null;
      if (!(isStored && error instanceof ApiError && error.kind === "invalid")) throw error;
      walk = beginWalk(now);
      continue;
    }
    fleet = withPage(fleet, walk, page);
    if (fleet.walk === null) return fleet;
    walk = fleet.walk;
    publish(fleet);
  }
}

/** Pages are filled per partition, so that a first one may hold fewer than there are: the rest of 2,500 comes too. */
async function quickReload(fetchPage: FetchPage): Promise<LocationsPage> {
  const items: LocationSummary[] = [];
  let nextToken: string | null = null;
  do {
    const page = await fetchPage(nextToken);
    items.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null && items.length < QUICK_RELOAD);
  return { items, nextToken };
}
