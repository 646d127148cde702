/** The health of all fridges that sell, for the person who looks. */
import { queryOptions } from "@tanstack/react-query";
import { liveFridgesOf, liveLocationsQuery } from "../../locations/liveFridges";
import { readFridgeHealth } from "../fridgeHealth";
import { loadFleetHealth, NO_HEALTH, type FleetHealth } from "./load";

/** A fleet of 2,500 is 250 calls: asked for again by itself only this often, and when a person says so. */
export const FLEET_POLL = 5 * 60_000;
/** The same while changes are told as they happen: temperatures that only creep are not. */
export const FLEET_POLL_LIVE = 15 * 60_000;

export function fleetHealthQuery(user: string) {
  const queryKey = ["fleetHealth", user] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<FleetHealth> => {
      const fleet = await client.fetchQuery(liveLocationsQuery(user));
      return loadFleetHealth({
        ids: liveFridgesOf(fleet).map(({ id }) => id),
        known: () => client.getQueryData<FleetHealth>(queryKey) ?? NO_HEALTH,
        read: (ids) => readFridgeHealth(ids),
        publish: (soFar) => client.setQueryData<FleetHealth>(queryKey, soFar),
        now: Date.now,
      });
    },
    staleTime: FLEET_POLL / 2,
    refetchOnWindowFocus: false,
    // Comparing 2,500 fridges with those before would take longer than drawing what is seen of them.
    structuralSharing: false,
  });
}
