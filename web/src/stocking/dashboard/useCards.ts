/** The cards of the selected routes, which refreshes and live events keep up to date. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNow } from "../../lib/useNow";
import { LOCATION_ROUTES_KEY } from "../../routes/locationRoutes";
import { statusOf } from "../../ui/query/query";
import { compareWorstFirst, minutesBehind } from "../rules/delay";
import { REFRESH_INTERVAL } from "../rules/refresh";
import { stockingWindow } from "../rules/stockingDay";
import type { Filters } from "./filters";
import { selectedRoutes } from "./routeSelection";
import { buildCards, type RouteCardData } from "./rows";
import { useDayActivity, useExpectedTimes, useRoutes } from "./useDay";
import { useLiveActions } from "./useLiveActions";
import { useRefresh } from "./useRefresh";
import type { CardOrder } from "./view";

/** Data younger than this is not read again when the live connection opens, in milliseconds. */
const RECENT_READ_PERIOD = 10_000;
const MINUTE = 60_000;
const NO_CARDS: readonly RouteCardData[] = [];

interface Options {
  /** Whether to read the health of the fridges. */
  readonly withHealth: boolean;
}

/** Reads the data of the cards and refreshes it (STK-2, STK-3). */
export function useCards(filters: Filters, { withHealth }: Options) {
  const { date } = filters;
  const { planned, complete, ops, routes, locations, warning } = useRoutes(filters);
  const selected = useMemo(() => routes && selectedRoutes(routes, filters), [routes, filters]);
  // Health needs the location types, so wait until locations are loaded or failed. All stops are read in the same calls.
  const { activity, health, healthById, warnings, data } = useDayActivity(
    date,
    ops.isPending || !complete || !withHealth ? undefined : selected,
    locations,
  );
  const { estimates, warning: timesWarning } = useExpectedTimes(date);
  const refreshNow = useRefreshDay(date);
  const { actions: newActions, connected } = useLiveActions(date, activity.dataUpdatedAt, activity.refetch, () => {
    if (activity.dataUpdatedAt > 0 && Date.now() - activity.dataUpdatedAt > RECENT_READ_PERIOD) void activity.refetch();
  });
  const cards = useMemo(
    () =>
      routes && selected
        ? buildCards(selected, routes, { activity: data, newActions, locations, health: healthById, estimates })
        : NO_CARDS,
    [routes, selected, data, newActions, locations, healthById, estimates],
  );

  // A failure of the activity is a warning, because the routes are useful without it.
  const isActivityForbidden = statusOf(activity) === "forbidden";
  return {
    cards,
    query: {
      // The selected routes can be on a later page.
      data: routes && statusOf(activity) !== "loading" && (complete || cards.length > 0) ? cards : undefined,
      error: isActivityForbidden ? activity.error : planned.error,
      isFetching: planned.isFetching,
      dataUpdatedAt: planned.dataUpdatedAt,
      refetch: planned.refetch,
    },
    isActivityForbidden,
    messages: [warning, ...warnings, timesWarning].filter((message) => message !== undefined),
    connected,
    refreshNow,
    refreshing: planned.isFetching || activity.isFetching || health.isFetching,
    /** Whether pages are still missing from the cards. */
    loadingMore: !complete || (activity.data !== undefined && !data.complete),
    /** When the shown data was read, in milliseconds; undefined while loading. */
    asOf: activity.data && planned.data ? Math.min(activity.dataUpdatedAt, planned.dataUpdatedAt) : undefined,
  };
}

/** The minutes behind of each route; null if they are unknown. */
export type Delays = ReadonlyMap<string, number | null>;

/**
 * Computes the minutes behind of the routes, again in each minute (STK-9). Data of an earlier visit is shown until the day
 * is read again. Its delays are those of its time, because later actions are unknown.
 *
 * @param asOf when the data was read, in milliseconds
 */
export function useDelays(cards: readonly RouteCardData[], day: string, asOf: number | undefined): Delays {
  const now = useNow();
  const [openedAt] = useState(Date.now);
  const isKept = asOf !== undefined && asOf < openedAt - REFRESH_INTERVAL;
  const minute = Math.floor((isKept ? asOf : now) / MINUTE);
  return useMemo(() => {
    const window = stockingWindow(day);
    return new Map(cards.map(({ route, stops }) => [route, minutesBehind(stops, minute * MINUTE, window)]));
  }, [cards, day, minute]);
}

/** Sorts the cards. By route, they keep the order in which they were built. */
export function orderCards(
  cards: readonly RouteCardData[],
  delays: Delays,
  order: CardOrder,
): readonly RouteCardData[] {
  if (order === "route") return cards;
  const place = ({ route, counts }: RouteCardData) => ({
    route,
    late: counts.late,
    behind: delays.get(route) ?? null,
  });
  return cards.toSorted((a, b) => compareWorstFirst(place(a), place(b)));
}

/** Refetches all data of a day. Returns a function that does so immediately. */
function useRefreshDay(day: string): () => void {
  const queryClient = useQueryClient();
  return useRefresh(() => {
    for (const queryKey of [
      [LOCATION_ROUTES_KEY, "stocking", day],
      ["stocking", "activity", day],
      ["stocking", "health", day],
    ]) {
      // Keeps a running request: canceling slow requests at each refresh could prevent them from ever finishing.
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  });
}
