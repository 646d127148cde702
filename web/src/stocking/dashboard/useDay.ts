/** Hooks that read the data of the dashboard and collect the messages of failed parts. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { NO_ACTIVITY, dayActivityQuery } from "../day/day";
import { expectedTimesQuery, type Estimates } from "../day/expectedTimes";
import { readHealth, type HealthOfStops } from "../day/health";
import { opsLocationsQuery, type OpsLocations } from "../day/opsLocations";
import { dayStopsQuery } from "../day/stops";
import { plannedRoutes, type PlannedRoute } from "./routeSelection";
import type { Filters } from "./filters";

export const ROUTES_FAILURE = "Unable to load routes, Please check your internet and your permissions";

const NO_LOCATIONS: OpsLocations = new Map();
const NO_HEALTH: HealthOfStops["byId"] = new Map();
const NO_ESTIMATES: Estimates = new Map();

/** Reads the day's routes and locations. `complete` is false until all stops are loaded. With a market filter, routes are undefined until locations are loaded. */
export function useRoutes({ date, market }: Filters) {
  const { sub } = useUser();
  const planned = useQuery(dayStopsQuery(sub, date));
  const ops = useQuery(opsLocationsQuery(sub));
  const locations = ops.data ?? NO_LOCATIONS;
  const stops = market !== undefined && ops.isPending ? undefined : planned.data?.stops;
  const routes = useMemo(() => stops && plannedRoutes(stops, locations), [stops, locations]);
  const warning = ops.error
    ? `Failed fetching locations fulfillment centers: ${messageOf(ops.error, "not available")}`
    : undefined;
  return { planned, complete: planned.data?.complete ?? false, ops, routes, locations, warning };
}

/** Reads the activity of a day and the health of the fridges on the selected routes. */
export function useDayActivity(day: string, selected: readonly PlannedRoute[] | undefined, locations: OpsLocations) {
  const { sub } = useUser();
  const activity = useQuery(dayActivityQuery(sub, day));
  const ids = useMemo(() => selected && fridgesOf(selected, locations), [selected, locations]);
  const health = useQuery(healthQuery(day, ids));
  const warnings = [
    ...(activity.data?.failures ?? []),
    ...(health.error || health.data?.failed ? ["Error getting fridge health data. Some data may be missing."] : []),
    ...(activity.error
      ? [`Unhandled error during parallel fetches: ${messageOf(activity.error, "no data could be loaded")}`]
      : []),
  ];
  return { activity, health, warnings, healthById: health.data?.byId ?? NO_HEALTH, data: activity.data ?? NO_ACTIVITY };
}

/** Reads the expected times of a day. The cards are useful without them, so a failure is a warning. */
export function useExpectedTimes(day: string): { readonly estimates: Estimates; readonly warning: string | undefined } {
  const times = useQuery(expectedTimesQuery(day));
  const warning = times.error ? `Unable to load expected times: ${messageOf(times.error, "not available")}` : undefined;
  return { estimates: times.data ?? NO_ESTIMATES, warning };
}

/** Returns the ids of locations with a fridge, and of unknown locations. */
function fridgesOf(selected: readonly PlannedRoute[], locations: OpsLocations): readonly string[] {
  const ids = new Set(selected.flatMap(({ stops }) => stops.map(({ id }) => id)));
  return [...ids].filter((id) => (locations.get(id)?.type ?? "FRIDGE") === "FRIDGE").sort();
}

function healthQuery(day: string, ids: readonly string[] | undefined) {
  return queryOptions({
    queryKey: ["stocking", "health", day, ids?.join() ?? null],
    queryFn: ({ signal }) => readHealth(ids ?? [], signal),
    enabled: ids !== undefined,
    // Shows the health of the previous routes while loading, because routes can overlap.
    placeholderData: (previous) => previous,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
