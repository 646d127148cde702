/** The planned stops of a day for the dashboard, which shows them before the last page is loaded. */
import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { dayStore } from "../../api/dayStore";
import { rowsOf } from "../../lib/userCache";
import {
  LOCATION_ROUTES_KEY,
  plannedStopsQuery,
  readLocationRoutes,
  type RouteStop,
} from "../../routes/locationRoutes";
import { locationRoutesDocument } from "../../routes/operations.generated";

export interface DayStops {
  readonly stops: readonly RouteStop[];
  /** Whether all pages are loaded. */
  readonly complete: boolean;
}

const store = dayStore<DayStops>({
  key: "stocking/stops",
  schema: `2 ${locationRoutesDocument.text}`,
  data: v.object({ stops: rowsOf<RouteStop>(), complete: v.boolean() }),
});

export function dayStopsQuery(user: string, day: string) {
  const queryKey = [LOCATION_ROUTES_KEY, "stocking", day, "pages"] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      store.read({
        client,
        queryKey,
        user,
        day,
        load: async (publish) => {
          const stops = await readLocationRoutes({ stockingDate: day }, signal, (loaded) =>
            publish({ stops: loaded, complete: false }),
          );
          // The other screens about the day do not read the stops again.
          client.setQueryData(plannedStopsQuery(day).queryKey, stops);
          return { stops, complete: true };
        },
      }),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
