import { useQueryClient } from "@tanstack/react-query";
import { FLEET_CHANNEL } from "../../api/channels";
import { useLive } from "../../api/live";
import { updateCached } from "../../api/mergeIntoCache";
import { reloadAlerts } from "../fridgeAlerts";
import { readFridgeHealth } from "../fridgeHealth";
import { fleetHealthQuery } from "./fleetHealth";
import { mergeReports, type FleetHealth } from "./load";

/** Data younger than this is not read again when the live connection opens, in milliseconds. */
const FRESH_PERIOD = 60_000;

/** Keeps the fleet's health and alerts up to date through the live channel. */
export function useFleetLive(user: string) {
  const client = useQueryClient();
  const { queryKey } = fleetHealthQuery(user);
  return useLive(
    [FLEET_CHANNEL],
    {
      alert: () => reloadAlerts(client, { throwOnError: true }),
      health: async (ids) => {
        const reports = await readFridgeHealth([...ids]);
        updateCached<FleetHealth>(client, queryKey, (cached) => mergeReports(cached, reports));
      },
    },
    () => {
      void reloadAlerts(client);
      const asOf = client.getQueryData<FleetHealth>(queryKey)?.asOf ?? null;
      if (asOf !== null && Date.now() - asOf > FRESH_PERIOD) void client.invalidateQueries({ queryKey });
    },
  );
}
