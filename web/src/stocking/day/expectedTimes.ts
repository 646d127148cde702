/** Reads the expected times and the last drivers of a day's stops (docs/requirements/stocking.md, STK-8). */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { LOCATION_ROUTES_KEY, type RouteStop } from "../../routes/locationRoutes";
import { ExpectedTimesDocument, type ExpectedTimesQuery } from "./operations.generated";
import { readAllPages } from "./pages";

/**
 * How often the expected times are read again, in milliseconds. They come from earlier weeks, so they change only when
 * routes are uploaded.
 */
const REFRESH_INTERVAL = 30 * 60_000;

type Estimate = Pick<ExpectedTimesQuery["locationRoutes"]["routes"][number], "expectedTime" | "lastDriver">;

/** The estimates of a day's stops. */
export type Estimates = ReadonlyMap<string, Estimate>;

/** The key of a stop in `Estimates`. */
export function estimateKey({ route, id, stockingIndex }: Pick<RouteStop, "route" | "id" | "stockingIndex">): string {
  return `${route}#${id}#${stockingIndex}`;
}

export function expectedTimesQuery(day: string) {
  return queryOptions({
    queryKey: [LOCATION_ROUTES_KEY, "expectedTimes", day],
    queryFn: async ({ signal }): Promise<Estimates> => {
      const filter = { stockingDate: day, expectedTimes: true };
      const stops = await readAllPages(async (nextToken) => {
        const { locationRoutes } = await graphql(ExpectedTimesDocument, { filter, nextToken }, { signal });
        return { items: locationRoutes.routes, nextToken: locationRoutes.nextToken };
      });
      return new Map(stops.map((stop) => [estimateKey(stop), stop]));
    },
    staleTime: REFRESH_INTERVAL,
    refetchInterval: REFRESH_INTERVAL,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
