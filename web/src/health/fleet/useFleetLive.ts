import { useQueryClient } from "@tanstack/react-query";
import { FLEET_CHANNEL } from "../../api/channels";
import { useLive } from "../../api/live";
import { disconnectedFridgesQuery } from "../../connections/connection";
import { reloadAlerts } from "../fridgeAlerts";
import { readFridgeHealth } from "../fridgeHealth";
import { cacheReports, fleetHealthQuery } from "./fleetHealth";
import type { FleetHealth } from "./load";

/** Data younger than this is not read again when the live connection opens, in milliseconds. */
const FRESH_PERIOD = 60_000;

/** Keeps the fleet's health, alerts and connections up to date through the live channel. */
export function useFleetLive(user: string) {
  const client = useQueryClient();
  const { queryKey } = fleetHealthQuery(user);
  return useLive(
    [FLEET_CHANNEL],
    {
      alert: () => reloadAlerts(client, { throwOnError: true }),
      connection: () => client.invalidateQueries(disconnectedFridgesQuery, { throwOnError: true }),
      health: async (ids) => {
        cacheReports(client, user, await readFridgeHealth([...ids]));
      },
    },
    () => {
      void reloadAlerts(client);
      void client.invalidateQueries(disconnectedFridgesQuery);
      const asOf = client.getQueryData<FleetHealth>(queryKey)?.asOf ?? null;
      if (asOf !== null && Date.now() - asOf > FRESH_PERIOD) {
        // A load that shows the snapshot of an earlier visit continues.
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    },
  );
}
