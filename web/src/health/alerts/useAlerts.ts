import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { FLEET_CHANNEL } from "../../api/channels";
import { livePollInterval, useLive } from "../../api/live";
import {
  ALERTS_POLL_INTERVAL,
  clearedAlertsQuery,
  openAlertsQuery,
  reloadAlerts,
  type FridgeAlert,
} from "../fridgeAlerts";
import { sortByUrgency } from "../rules/alerts";

/**
 * Reads alerts of one state and keeps them up to date: open alerts sorted by urgency, cleared ones newest first.
 *
 * @param fridge a fridge id, to read only its alerts
 */
export function useAlerts(state: FridgeAlert["state"], fridge: string | undefined) {
  const client = useQueryClient();
  const { connected } = useLive(
    [FLEET_CHANNEL],
    { alert: () => reloadAlerts(client, { throwOnError: true }) },
    () => void reloadAlerts(client),
  );
  const open = useQuery({
    ...openAlertsQuery(fridge),
    enabled: state === "OPEN",
    refetchInterval: livePollInterval(connected, ALERTS_POLL_INTERVAL),
  });
  const cleared = useInfiniteQuery({ ...clearedAlertsQuery(fridge), enabled: state === "CLEARED" });
  const sorted = useMemo(() => open.data && sortByUrgency(open.data), [open.data]);
  const earlier = useMemo(() => cleared.data?.pages.flatMap((page) => page.items), [cleared.data]);
  const { error, isFetching, refetch, dataUpdatedAt } = state === "OPEN" ? open : cleared;
  return {
    alerts: state === "OPEN" ? sorted : earlier,
    error,
    isFetching,
    refetch,
    asOf: dataUpdatedAt,
    connected,
    more:
      state === "CLEARED" && cleared.hasNextPage
        ? { load: () => void cleared.fetchNextPage(), loading: cleared.isFetchingNextPage }
        : null,
  };
}
