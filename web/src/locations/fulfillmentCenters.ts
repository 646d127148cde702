/** The fulfillment center of each location that has one. */
import { queryOptions } from "@tanstack/react-query";
import { compareIds } from "../lib/formats";
import { graphql } from "../api/graphql";
import { opsLocationsDocument, type OpsLocationsQuery } from "./centers/operations.generated";
import { RARE_CHANGE_STALE_TIME } from "../lib/staleTime";

/** The stored value of a location without a fulfillment center. */
const NONE = "Does Not Exist";
export type CenterByLocation = ReadonlyMap<string, string>;

export const centerByLocationQuery = queryOptions({
  queryKey: ["centerOfLocations"],
  queryFn: async ({ signal }): Promise<CenterByLocation> => {
    const centers = new Map<string, string>();
    let nextToken: string | null = null;
    do {
      const { opsLocations }: OpsLocationsQuery = await graphql(opsLocationsDocument, { nextToken }, { signal });
      for (const { id, fulfillmentCenter } of opsLocations.locations) {
        if (fulfillmentCenter && fulfillmentCenter !== NONE) centers.set(id, fulfillmentCenter);
      }
      nextToken = opsLocations.nextToken;
    } while (nextToken !== null);
    return centers;
  },
  staleTime: RARE_CHANGE_STALE_TIME,
  structuralSharing: false,
});

/** The distinct centers, sorted by name. */
export function centerNames(centers: CenterByLocation): readonly string[] {
  return [...new Set(centers.values())].sort(compareIds);
}
