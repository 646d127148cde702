/** Loads the list: first from the cache, then page by page from the server. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, kindOf } from "../../api/errors";
import { graphql } from "../../api/graphql";
import { clearCache } from "../../lib/storage";
import type { LocationStatus } from "../../api/schema";
import { fleetCache, type FleetCache } from "./cache";
import {
  addPage,
  applyQuickReload,
  EMPTY_FLEET,
  needsFullReload,
  QUICK_RELOAD_SIZE,
  startFullReload,
  type Fleet,
  type LocationsPage,
} from "./fleet";
import type { LocationSummary } from "./locationIndex";
import { locationsDocument } from "./operations.generated";
import { LIST_STALE_TIME } from "../../lib/staleTime";

type FetchPage = (nextToken: string | null) => Promise<LocationsPage>;

interface LoadOptions {
  /** The fleet in the query cache, if there is one. */
  readonly inMemory: Fleet | undefined;
  /** Reloads everything regardless of the cache's age: after Refresh, or after a location was changed here. */
  readonly full: boolean;
  readonly cache: FleetCache;
  readonly fetchPage: FetchPage;
  /** Shows a partial result. */
  readonly publish: (fleet: Fleet) => void;
  readonly now: () => number;
}

/**
 * The locations of one status. Invalidating the query reloads all pages; a visit does a quick reload. The result grows
 * while it loads, and loading continues when the user leaves the screen.
 */
export function fleetQuery(user: string, status: LocationStatus) {
  const queryKey = ["locations", user, status] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const state = client.getQueryState<Fleet>(queryKey);
      try {
        return await loadFleet({
          inMemory: state?.data,
          full: state?.isInvalidated ?? false,
          cache: fleetCache(user, status),
          fetchPage: async (nextToken) =>
            (await graphql(locationsDocument, { filter: { status, count: QUICK_RELOAD_SIZE }, nextToken })).locations,
          publish: (fleet) => client.setQueryData<Fleet>(queryKey, fleet),
          now: Date.now,
        });
      } catch (error) {
        if (kindOf(error) === "forbidden") await clearCache();
        throw error;
      }
    },
    staleTime: LIST_STALE_TIME,
    // Run without a connection too: show the cached list and the failure.
    networkMode: "always",
    // The screen shows the age and a Refresh button. Loading 2,500 locations on every focus would be too much.
    refetchOnWindowFocus: false,
    // Comparing 10,000 locations takes longer than rendering the visible ones.
    structuralSharing: false,
  });
}

export async function loadFleet({ inMemory, full, cache, fetchPage, publish, now }: LoadOptions): Promise<Fleet> {
  const cached = inMemory ?? (await cache.read()) ?? EMPTY_FLEET;
  if (inMemory === undefined && cached.asOf !== null) publish(cached);
  const loaded =
    full || needsFullReload(cached, now())
      ? await reloadFully(cached, fetchPage, publish, now())
      : applyQuickReload(cached, now(), await quickReload(fetchPage));
  // Not awaited: a slow disk must not delay the list.
  void cache.write(loaded);
  return loaded;
}

async function reloadFully(
  cached: Fleet,
  fetchPage: FetchPage,
  publish: (fleet: Fleet) => void,
  now: number,
): Promise<Fleet> {
  let fullReload = cached.fullReload ?? startFullReload(now);
  let fleet = cached;
  for (;;) {
    let page: LocationsPage;
    try {
      page = await fetchPage(fullReload.nextToken);
    } catch (error) {
      // The server no longer accepts the stored cursor: start from the first page.
      const isStored = fullReload === cached.fullReload && fullReload.nextToken !== null;
      if (!(isStored && error instanceof ApiError && error.kind === "invalid")) throw error;
      fullReload = startFullReload(now);
      continue;
    }
    fleet = addPage(fleet, fullReload, page);
    if (fleet.fullReload === null) return fleet;
    fullReload = fleet.fullReload;
    publish(fleet);
  }
}

/** Pages are read per partition, so one can be short although more follow. Continues until 2,500 are loaded. */
async function quickReload(fetchPage: FetchPage): Promise<LocationsPage> {
  const items: LocationSummary[] = [];
  let nextToken: string | null = null;
  do {
    const page = await fetchPage(nextToken);
    items.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null && items.length < QUICK_RELOAD_SIZE);
  return { items, nextToken };
}
