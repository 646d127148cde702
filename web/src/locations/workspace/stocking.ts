/** The stockings of one location: the stops of a day and the last stocking. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { jitLocationsDocument } from "../../jit/operations.generated";
import { RARE_CHANGE_STALE_TIME } from "../../lib/staleTime";
import { plannedStopsQuery, type RouteStop } from "../../routes/locationRoutes";

/**
 * The stops at a location on a day. All locations and the dashboard share the day's stops in the query cache. They are
 * not filtered by market, because a route of another market can visit the location.
 */
export function stopsQuery(id: string, day: string) {
  return {
    ...plannedStopsQuery(day),
    staleTime: RARE_CHANGE_STALE_TIME,
    select: (stops: readonly RouteStop[]) => stops.filter((stop) => stop.id === id),
  };
}

/** When a location was last stocked on one of these days, newest first; null if no stocking is recorded. */
export function lastStockingQuery(id: string, days: readonly string[]) {
  return queryOptions({
    queryKey: ["lastStocking", id, days],
    queryFn: async ({ signal }) => {
      for (const day of days) {
        const input = { dropOffDate: day, location: id };
        const { jitLocations } = await graphql(jitLocationsDocument, { input }, { signal });
        const times = jitLocations.items.flatMap(({ stockedTimeUTC }) => stockedTimeUTC ?? []);
        const last = times.toSorted().at(-1);
        if (last !== undefined) return last;
      }
      return null;
    },
  });
}
