/** All that the dashboard knows of a day: each part as it comes, and what could not be had. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { messageOf } from "../../api/errors";
import { useUser } from "../../session/user";
import { NOTHING_TOLD, plannedStopsQuery, toldQuery } from "../day/day";
import { readHealth, type HealthOfStops } from "../day/health";
import { opsLocationsQuery, type OpsLocations } from "../day/opsLocations";
import { plannedRoutes, type PlannedRoute } from "./choice";
import type { Filters } from "./filters";

const NO_LOCATIONS: OpsLocations = new Map();
const NO_HEALTH: HealthOfStops["byId"] = new Map();

/** The day's routes, with what places them in markets: where one is asked for, there are none before that is known. */
export function useRoutes({ date, market }: Filters) {
  const { sub } = useUser();
  const planned = useQuery(plannedStopsQuery(date));
  const ops = useQuery(opsLocationsQuery(sub));
  const locations = ops.data ?? NO_LOCATIONS;
  const stops = market !== undefined && ops.isPending ? undefined : planned.data;
  const routes = useMemo(() => stops && plannedRoutes(stops, locations), [stops, locations]);
  const warning = ops.error
    ? `Failed fetching locations fulfillment centers: ${messageOf(ops.error, "they are not available")}`
    : undefined;
  return { planned, ops, routes, locations, warning };
}

/** What was told of a day, and of the fridges of the routes that are shown. */
export function useTold(day: string, shown: readonly PlannedRoute[] | undefined, locations: OpsLocations) {
  const told = useQuery(toldQuery(day));
  const ids = useMemo(() => shown && fridgesOf(shown, locations), [shown, locations]);
  const health = useQuery(healthQuery(day, ids));
  const warnings = [
    ...(told.data?.failures ?? []),
    ...(health.error || health.data?.failed ? ["Error getting fridge health data. Some data may be missing."] : []),
    ...(told.error
      ? [`Unhandled error during parallel fetches: ${messageOf(told.error, "nothing could be had")}`]
      : []),
  ];
  return { told, health, warnings, healthById: health.data?.byId ?? NO_HEALTH, data: told.data ?? NOTHING_TOLD };
}

/** Those that may report: a wholesale location has no fridge. */
function fridgesOf(shown: readonly PlannedRoute[], locations: OpsLocations): readonly string[] {
  const ids = new Set(shown.flatMap(({ stops }) => stops.map(({ id }) => id)));
  return [...ids].filter((id) => (locations.get(id)?.type ?? "FRIDGE") === "FRIDGE").sort();
}

function healthQuery(day: string, ids: readonly string[] | undefined) {
  return queryOptions({
    queryKey: ["stocking", "health", day, ids?.join() ?? null],
    queryFn: ({ signal }) => readHealth(ids ?? [], signal),
    enabled: ids !== undefined,
    // Of other routes, until those of these are there: some are the same.
    placeholderData: (before) => before,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
}
