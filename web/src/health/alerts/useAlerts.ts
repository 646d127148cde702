import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { FLEET_CHANNEL } from "../../api/channels";
import { pollEvery, useLive } from "../../api/live";
import { ALERTS_POLL, clearedAlertsQuery, openAlertsQuery, reloadAlerts, type FridgeAlert } from "../fridgeAlerts";
import { worstFirst } from "../rules/alerts";

/**
 * Alerts of one state as they happen: those that are open with the worst first, those that were with the newest.
 *
 * @param fridge only this one's, if given
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
    refetchInterval: pollEvery(connected, ALERTS_POLL),
  });
  const cleared = useInfiniteQuery({ ...clearedAlertsQuery(fridge), enabled: state === "CLEARED" });
  const sorted = useMemo(() => open.data && worstFirst(open.data), [open.data]);
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
