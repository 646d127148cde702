import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { clearedAlertsQuery, openAlertsQuery, type FridgeAlert } from "../fridgeAlerts";
import { worstFirst } from "../rules/alerts";

/** The fleet's alerts of one state: those that are open with the worst first, those that were with the newest. */
export function useAlerts(state: FridgeAlert["state"]) {
  const open = useQuery({ ...openAlertsQuery(), enabled: state === "OPEN" });
  const cleared = useInfiniteQuery({ ...clearedAlertsQuery(), enabled: state === "CLEARED" });
  const sorted = useMemo(() => open.data && worstFirst(open.data), [open.data]);
  const earlier = useMemo(() => cleared.data?.pages.flatMap((page) => page.items), [cleared.data]);
  const { error, isFetching, refetch, dataUpdatedAt } = state === "OPEN" ? open : cleared;
  return {
    alerts: state === "OPEN" ? sorted : earlier,
    error,
    isFetching,
    refetch,
    asOf: dataUpdatedAt,
    more:
      state === "CLEARED" && cleared.hasNextPage
        ? { load: () => void cleared.fetchNextPage(), loading: cleared.isFetchingNextPage }
        : null,
  };
}
