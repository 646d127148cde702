/**
 * Reads type, account tier, fulfillment center and online date of all locations. The list is large and changes rarely, so
 * the browser caches it for the calendar day.
 */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { clearCache, readCache, writeCache } from "../../lib/storage";
import { businessDay } from "../../lib/day";
import { opsLocationsDocument, type OpsLocationsQuery } from "./operations.generated";
import { readAllPages } from "./pages";

export type OpsLocation = OpsLocationsQuery["opsLocations"]["locations"][number];

export type OpsLocations = ReadonlyMap<string, OpsLocation>;

const KEY = "stocking/opsLocations";
/** Invalidates the cache when the query changes. */
const SCHEMA = `1 ${opsLocationsDocument.text}`;

interface Entry {
  readonly schema: string;
  /** The signed-in user's `sub`. */
  readonly user: string;
  readonly day: string;
  readonly locations: readonly OpsLocation[];
}

export function opsLocationsQuery(user: string, day: string = businessDay()) {
  return queryOptions({
    queryKey: ["stocking", "opsLocations", user, day],
    queryFn: async ({ signal }): Promise<OpsLocations> => {
      const locations = (await readCachedLocations(user, day)) ?? (await readAll(signal));
      void writeCache(KEY, { schema: SCHEMA, user, day, locations } satisfies Entry);
      return new Map(locations.map((location) => [location.id, location]));
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
}

async function readAll(signal: AbortSignal): Promise<readonly OpsLocation[]> {
  return readAllPages(async (nextToken) => {
    const { opsLocations } = await graphql(opsLocationsDocument, { nextToken }, { signal });
    return { items: opsLocations.locations, nextToken: opsLocations.nextToken };
  });
}

/** Returns the cached locations if they are from today, for this user and for this query. */
async function readCachedLocations(user: string, day: string): Promise<readonly OpsLocation[] | null> {
  const entry = (await readCache(KEY)) as Partial<Entry> | null | undefined;
  if (!entry) return null;
  if (entry.user !== user) {
    await clearCache();
    return null;
  }
  return entry.schema === SCHEMA && entry.day === day && entry.locations ? entry.locations : null;
}
