/** The query for the health of all LIVE fridges. */
import { queryOptions } from "@tanstack/react-query";
import { liveFridgesOf, liveLocationsQuery } from "../../locations/liveFridges";
import { readFridgeHealth } from "../fridgeHealth";
import { loadFleetHealth, EMPTY_FLEET_HEALTH, type FleetHealth } from "./load";

/** Polling interval without a live connection, in milliseconds. Long, because 2,500 fridges take 250 calls. */
export const FLEET_POLL_INTERVAL = 5 * 60_000;
/** Polling interval with a live connection. Still needed, because small temperature changes are not published. */
export const FLEET_POLL_INTERVAL_LIVE = 15 * 60_000;

export function fleetHealthQuery(user: string) {
  const queryKey = ["fleetHealth", user] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<FleetHealth> => {
      const fleet = await client.fetchQuery(liveLocationsQuery(user));
      return loadFleetHealth({
        ids: liveFridgesOf(fleet).map(({ id }) => id),
        cached: () => client.getQueryData<FleetHealth>(queryKey) ?? EMPTY_FLEET_HEALTH,
        read: (ids) => readFridgeHealth(ids),
        publish: (partial) => client.setQueryData<FleetHealth>(queryKey, partial),
        now: Date.now,
      });
    },
    staleTime: FLEET_POLL_INTERVAL / 2,
    refetchOnWindowFocus: false,
    // Comparing 2,500 fridges with the previous ones would take longer than rendering the visible ones.
    structuralSharing: false,
  });
}
