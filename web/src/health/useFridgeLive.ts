import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { fridgeChannel } from "../api/channels";
import { graphql } from "../api/graphql";
import { useLive } from "../api/live";
import { connectionQuery, reloadConnection } from "../connections/connection";
import { reloadAlerts } from "./fridgeAlerts";
import { fridgeHealthQuery, reloadHealth, temperaturesQuery } from "./fridgeHealth";
import { followFridgeDocument } from "./operations.generated";

/** The interval at which an open page repeats `followFridge`, in milliseconds. A call counts for 15 minutes. */
const FOLLOW_INTERVAL = 5 * 60_000;

/** Asks for live events of the fridge while its page is visible (HLT-24). Returns the end of the time that a call counts. */
function followFridgeQuery(id: string) {
  return queryOptions({
    queryKey: ["followFridge", id],
    queryFn: async ({ signal }) => (await graphql(followFridgeDocument, { id }, { signal })).followFridge,
    refetchInterval: FOLLOW_INTERVAL,
    staleTime: FOLLOW_INTERVAL,
  });
}

/** Keeps one fridge's health, alerts and connection up to date through its live channel. */
export function useFridgeLive(id: string) {
  const client = useQueryClient();
  const { isSuccess } = useQuery(followFridgeQuery(id));
  // The page subscribes only while it follows the fridge. It reads the health when the subscription starts, so no report is
  // missed between the two.
  return useLive(
    [isSuccess ? fridgeChannel(id) : null],
    {
      health: () => reloadHealth(client, id),
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
