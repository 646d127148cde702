/** Reads all stops of a day's routes. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { LocationRoutesFilter } from "../api/schema";
import { locationRoutesDocument, type LocationRoutesQuery } from "./operations.generated";

export type RouteStop = LocationRoutesQuery["locationRoutes"]["routes"][number];

/** The first query key of all queries for a day's routes. Uploads invalidate it. */
export const LOCATION_ROUTES_KEY = "locationRoutes";

/** @param onPage receives all stops that are loaded so far, except after the last page */
export async function readLocationRoutes(
  filter: LocationRoutesFilter,
  signal?: AbortSignal,
  onPage?: (loaded: readonly RouteStop[]) => void,
): Promise<RouteStop[]> {
  const stops: RouteStop[] = [];
  let nextToken: string | null = null;
  do {
    const variables: { filter: LocationRoutesFilter; nextToken: string | null } = { filter, nextToken };
    const page: LocationRoutesQuery = await graphql(locationRoutesDocument, variables, { signal });
    stops.push(...page.locationRoutes.routes);
    nextToken = page.locationRoutes.nextToken;
    if (nextToken !== null) onPage?.([...stops]);
  } while (nextToken !== null);
  return stops;
}

/** All planned stops of a day. They change when routes are uploaded. */
export function plannedStopsQuery(day: string) {
  return queryOptions({
    queryKey: [LOCATION_ROUTES_KEY, "stocking", day],
    queryFn: ({ signal }) => readLocationRoutes({ stockingDate: day }, signal),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}

/** The stops with their tote counts (docs/requirements/routes.md, RTE-2). */
export function locationRoutesQuery({ stockingDate, market }: Pick<LocationRoutesFilter, "stockingDate" | "market">) {
  return queryOptions({
    queryKey: [LOCATION_ROUTES_KEY, stockingDate, market ?? null],
    queryFn: ({ signal }) =>
      readLocationRoutes({ stockingDate, calculateTotes: true, ...(market ? { market } : {}) }, signal),
    // Comparing 6,000 stops with the previous result takes longer than rendering the visible ones.
    structuralSharing: false,
  });
}
