import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../api/channels";
import { useLive } from "../api/live";
import { connectionQuery, reloadConnection } from "../connections/connection";
import { followFridgeQuery } from "./followFridge";
import { reloadAlerts } from "./fridgeAlerts";
import { fridgeHealthQuery, reloadHealth, temperaturesQuery } from "./fridgeHealth";

/** Keeps one fridge's health, alerts and connection up to date through its live channel. */
export function useFridgeLive(id: string) {
  const client = useQueryClient();
  const { isSuccess } = useQuery(followFridgeQuery(id));
  // The page subscribes only while it follows the fridge. It reads the health when the subscription starts, so no report is
  // missed between the two.
  return useLive(
    [isSuccess ? fridgeChannel(id) : null],
    {
      health: async () => {
        // A fridge that has never reported cannot be followed, so the page follows it after its first report.
        const isFirst = client.getQueryData(fridgeHealthQuery(id).queryKey) === null;
        if (isFirst) await client.refetchQueries(followFridgeQuery(id));
        await reloadHealth(client, id);
      },
      alert: () => reloadAlerts(client, { throwOnError: true }),
      connection: () => reloadConnection(client, id),
    },
    () => {
      for (const { queryKey } of [fridgeHealthQuery(id), temperaturesQuery(id), connectionQuery(id)]) {
        void client.invalidateQueries({ queryKey });
      }
      void reloadAlerts(client);
    },
  );
}
