/** The stops of a day's routes, all pages of them. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { LocationRoutesFilter } from "../api/schema";
import { locationRoutesDocument, type LocationRoutesQuery } from "./operations.generated";

export type RouteStop = LocationRoutesQuery["locationRoutes"]["routes"][number];

/** What all queries of a day's routes begin with: to be invalidated when routes were uploaded. */
export const LOCATION_ROUTES = "locationRoutes";

export async function readLocationRoutes(filter: LocationRoutesFilter, signal?: AbortSignal): Promise<RouteStop[]> {
  const stops: RouteStop[] = [];
  let nextToken: string | null = null;
  do {
    const variables: { filter: LocationRoutesFilter; nextToken: string | null } = { filter, nextToken };
    const page: LocationRoutesQuery = await graphql(locationRoutesDocument, variables, { signal });
    stops.push(...page.locationRoutes.routes);
    nextToken = page.locationRoutes.nextToken;
  } while (nextToken !== null);
  return stops;
}

/** With the totes counted (spec of locations, section 7: calculateTotes). */
export function locationRoutesQuery({ stockingDate, market }: Pick<LocationRoutesFilter, "stockingDate" | "market">) {
  return queryOptions({
    queryKey: [LOCATION_ROUTES, stockingDate, market ?? null],
    queryFn: ({ signal }) =>
      readLocationRoutes({ stockingDate, calculateTotes: true, ...(market ? { market } : {}) }, signal),
    // Comparing 6,000 stops with those before would take longer than drawing what is seen of them.
    structuralSharing: false,
  });
}
