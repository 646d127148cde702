import { useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../../api/channels";
import { useLive } from "../../api/live";
import { reloadAlerts, tellAlert } from "../fridgeAlerts";
import { fridgeHealthQuery, tellHealth, temperaturesQuery } from "../fridgeHealth";

/** One fridge's health and alerts as they happen. */
export function useFridgeLive(id: string) {
  const client = useQueryClient();
  return useLive(
    [fridgeChannel(id)],
    (event) => {
      if (event.type === "health") tellHealth(client, event.health);
      else if (event.type === "alert") tellAlert(client, event.alert);
    },
    () => {
      for (const { queryKey } of [fridgeHealthQuery(id), temperaturesQuery(id)]) {
        void client.invalidateQueries({ queryKey });
      }
      void reloadAlerts(client);
    },
  );
}
