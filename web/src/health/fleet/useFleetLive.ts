import { useQueryClient } from "@tanstack/react-query";
import { FLEET_CHANNEL } from "../../api/channels";
import { useLive } from "../../api/live";
import { updateCached } from "../../api/told";
import { reloadAlerts } from "../fridgeAlerts";
import { readFridgeHealth } from "../fridgeHealth";
import { fleetHealthQuery } from "./fleetHealth";
import { withReports, type FleetHealth } from "./load";

/** What was read this long ago is as good as what would be read on beginning to listen. */
const AS_GOOD = 60_000;

/** What changes in the fleet, and its alerts, as it happens. */
export function useFleetLive(user: string) {
  const client = useQueryClient();
  const { queryKey } = fleetHealthQuery(user);
  return useLive(
    [FLEET_CHANNEL],
    {
      alert: () => reloadAlerts(client, { throwOnError: true }),
      health: async (ids) => {
        const reports = await readFridgeHealth([...ids]);
        updateCached<FleetHealth>(client, queryKey, (known) => withReports(known, reports));
      },
    },
    () => {
      void reloadAlerts(client);
      const asOf = client.getQueryData<FleetHealth>(queryKey)?.asOf ?? null;
      if (asOf !== null && Date.now() - asOf > AS_GOOD) void client.invalidateQueries({ queryKey });
    },
  );
}
