import { useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../../api/channels";
import { useLive } from "../../api/live";
import { reloadAlerts } from "../fridgeAlerts";
import { fridgeHealthQuery, reloadHealth, temperaturesQuery } from "../fridgeHealth";

/** One fridge's health and alerts as they happen. */
export function useFridgeLive(id: string) {
  const client = useQueryClient();
  return useLive(
    [fridgeChannel(id)],
    { health: () => reloadHealth(client, id), alert: () => reloadAlerts(client, { throwOnError: true }) },
    () => {
      for (const { queryKey } of [fridgeHealthQuery(id), temperaturesQuery(id)]) {
        void client.invalidateQueries({ queryKey });
      }
      void reloadAlerts(client);
    },
  );
}
