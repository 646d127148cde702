/** The stockings of one location: the stops of a day and the last stocking. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { jitLocationsDocument } from "../../jit/operations.generated";
import { LOCATION_ROUTES_KEY, readLocationRoutes } from "../../routes/locationRoutes";
import { parseMarket } from "../../routes/market";
import type { LocationDetail } from "../locationQuery";

/** The stops at a location on a day. The API reads routes by day and market, so this reads those of the market. */
export function stopsQuery({ id, market: text }: Pick<LocationDetail, "id" | "market">, day: string) {
  const market = parseMarket(text);
  return queryOptions({
    queryKey: [LOCATION_ROUTES_KEY, day, market ?? null, "stops", id],
    queryFn: async ({ signal }) => {
      const stops = await readLocationRoutes({ stockingDate: day, ...(market ? { market } : {}) }, signal);
      return stops.filter((stop) => stop.id === id);
    },
  });
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
