import { useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../api/channels";
import { useLive } from "../api/live";
import { reloadAlerts } from "./fridgeAlerts";
import { fridgeHealthQuery, reloadHealth, temperaturesQuery } from "./fridgeHealth";

/** Keeps one fridge's health and alerts up to date through its live channel. */
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
