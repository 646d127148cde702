/** The fulfillment center of each location that has one. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { opsLocationsDocument, type OpsLocationsQuery } from "./centers/operations.generated";

/** What is written for a location without one. */
const NONE = "Does Not Exist";
/** It changes rarely. */
const FRESH = 10 * 60_000;

const natural = new Intl.Collator("en", { numeric: true });

export type CenterOf = ReadonlyMap<string, string>;

export const centerOfLocations = queryOptions({
  queryKey: ["centerOfLocations"],
  queryFn: async ({ signal }): Promise<CenterOf> => {
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
  staleTime: FRESH,
  structuralSharing: false,
});

/** Each center once, by name. */
export function centerNames(centers: CenterOf): readonly string[] {
  return [...new Set(centers.values())].sort(natural.compare);
}
