/** All locations with type, route and stop. Uploads validate their rows against them. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { opsLocationsDocument, type OpsLocationsQuery } from "./ops/operations.generated";

export type OpsLocation = OpsLocationsQuery["opsLocations"]["locations"][number];

/** Shown if a list of locations fails to load without a message from the server (docs/requirements/locations.md, LOC-6). */
export const UNABLE_TO_LOAD_LOCATIONS = "Unable to load locations, Please check your internet and your permissions";

/**
 * Fetches all pages without the query cache, because uploads must be validated against current data. Returns a location
 * once, as the last page lists it, even if its status changes between two pages.
 */
export async function fetchOpsLocations(signal?: AbortSignal): Promise<OpsLocation[]> {
  const byId = new Map<string, OpsLocation>();
  let nextToken: string | null = null;
  do {
    const page: OpsLocationsQuery = await graphql(opsLocationsDocument, { nextToken }, { signal });
    for (const location of page.opsLocations.locations) byId.set(location.id, location);
    nextToken = page.opsLocations.nextToken;
  } while (nextToken !== null);
  return [...byId.values()];
}

/** The ids of all locations of every type and status. New locations are checked against them. */
export const opsLocationIdsQuery = queryOptions({
  queryKey: ["opsLocationIds"],
  queryFn: async ({ signal }) => (await fetchOpsLocations(signal)).map(({ id }) => id),
  // Always fetched again, to include a location that was just created.
  staleTime: 0,
});
