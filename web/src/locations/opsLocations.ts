/** Every location with its type, and where it stands: what uploads check their lines by. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { opsLocationsDocument, type OpsLocationsQuery } from "./ops/operations.generated";

export type OpsLocationLine = OpsLocationsQuery["opsLocations"]["locations"][number];

/** Said when they could not be loaded (spec of locations, section 8). */
export const UNABLE_TO_LOAD_LOCATIONS = "Unable to load locations, Please check your internet and your permissions";

/** All pages, as they are now: an upload is not compared with what was. */
export async function readOpsLocations(signal?: AbortSignal): Promise<OpsLocationLine[]> {
  const locations: OpsLocationLine[] = [];
  let nextToken: string | null = null;
  do {
    const page: OpsLocationsQuery = await graphql(opsLocationsDocument, { nextToken }, { signal });
    locations.push(...page.opsLocations.locations);
    nextToken = page.opsLocations.nextToken;
  } while (nextToken !== null);
  return locations;
}

/** The ids of all, of every type and status: what is about to be created is checked against them. */
export const opsLocationIds = queryOptions({
  queryKey: ["opsLocationIds"],
  queryFn: async ({ signal }) => (await readOpsLocations(signal)).map(({ id }) => id),
  // One that was created a moment ago counts too.
  staleTime: 0,
});
