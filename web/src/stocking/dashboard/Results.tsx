import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import { formatPart } from "../../lib/formats";
import { LOCATION_ROUTES_KEY } from "../../routes/locationRoutes";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Notice } from "../../ui/Notice";
import { QueryView } from "../../ui/query/QueryView";
import { statusOf } from "../../ui/query/query";
import { Skeleton } from "../../ui/query/Skeleton";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import { ViewSwitch } from "../../ui/ViewSwitch";
import { selectedRoutes } from "./routeSelection";
import { exportStocking } from "./exportCsv";
import type { Filters } from "./filters";
import { RouteCards } from "./RouteCards";
import { buildCards, totalCounts } from "./rows";
import { Summary } from "./Summary";
import { ROUTES_FAILURE, useDayActivity, useRoutes } from "./useDay";
import { useLiveActions } from "./useLiveActions";
import { useRefresh } from "./useRefresh";
import { applyView, type View } from "./view";

/** Data younger than this is not read again when the live connection opens, in milliseconds. */
const RECENT_READ_PERIOD = 10_000;
const VIEWS = [
  ["expanded", "Expanded"],
  ["collapsed", "Collapsed"],
] as const;

interface Props {
  readonly filters: Filters;
  readonly view: View;
  /** Sets a URL parameter; an empty value removes it. */
  readonly onView: (param: "text" | "status" | "sort" | "view", value: string) => void;
  /** Called when the user leaves the search field. */
  readonly onTypingEnd: () => void;
  readonly onFilters: () => void;
}

/** The routes' cards, kept up to date (STK-2, STK-3). */
export function Results({ filters, view, onView, onTypingEnd, onFilters }: Props) {
  const { date } = filters;
  const { planned, ops, routes, locations, warning } = useRoutes(filters);
  const selected = useMemo(() => routes && selectedRoutes(routes, filters), [routes, filters]);
  // Health needs the location types, so wait until locations are loaded or failed.
  const { activity, health, healthById, warnings, data } = useDayActivity(
    date,
    ops.isPending ? undefined : selected,
    locations,
  );
  const refreshNow = useRefreshDay(date);
  const { actions: newActions, connected } = useLiveActions(date, activity.dataUpdatedAt, activity.refetch, () => {
    if (activity.dataUpdatedAt > 0 && Date.now() - activity.dataUpdatedAt > RECENT_READ_PERIOD) void activity.refetch();
  });

  const cards = useMemo(
    () =>
      routes && selected
        ? buildCards(selected, routes, { activity: data, newActions, locations, health: healthById })
        : [],
    [routes, selected, data, newActions, locations, healthById],
  );
  const text = useDeferredValue(view.text);
  const { statusFilter, sort, collapsed } = view;
  const visibleCards = useMemo(() => applyView(cards, { text, statusFilter }), [cards, text, statusFilter]);
  const onSort = useCallback((next: string) => onView("sort", next), [onView]);

  // A failure of the activity is a warning, because the routes are useful without it.
  const isActivityForbidden = statusOf(activity) === "forbidden";
  const query = {
    data: routes && statusOf(activity) !== "loading" ? cards : undefined,
    error: isActivityForbidden ? activity.error : planned.error,
    isFetching: planned.isFetching,
    dataUpdatedAt: planned.dataUpdatedAt,
    refetch: planned.refetch,
  };
  const refreshing = planned.isFetching || activity.isFetching || health.isFetching;
  const asOf = activity.data && planned.data ? Math.min(activity.dataUpdatedAt, planned.dataUpdatedAt) : undefined;
  const messages = [...(warning ? [warning] : []), ...warnings];
  const stops = visibleCards.reduce((count, card) => count + card.rows.length, 0);
  return (
    <QueryView
      query={query}
      label="driver activity"
      error={ROUTES_FAILURE}
      forbidden={
        isActivityForbidden
          ? { activity: "view driver activity", permission: "GetCheckPointStatus" }
          : { activity: "view routes", permission: "GetUniqueRoutes" }
      }
      empty={{
        title: "None of the selected routes run on this day",
        action: <Button onClick={onFilters}>Change the filters</Button>,
      }}
      skeleton={<Skeleton label="driver activity" rows={12} />}
      toolbar={
        <>
          <Toolbar>
            <Button onClick={onFilters}>Update Route Filters</Button>
            <SearchField
              label="Find a route, location or driver"
              value={view.text}
              onChange={(next) => onView("text", next)}
              onBlur={onTypingEnd}
            />
            <ViewSwitch
              label="View"
              options={VIEWS}
              value={collapsed ? "collapsed" : "expanded"}
              onChange={(next) => onView("view", next === "collapsed" ? next : "")}
            />
            <ToolbarActions>
              <ExportButton count={stops} onExport={() => exportStocking(visibleCards, date, sort)} />
            </ToolbarActions>
          </Toolbar>
          {messages.map((message) => (
            <Notice key={message} tone="warning" role="alert">
              {message}
            </Notice>
          ))}
          {cards.length > 0 && (
            <Summary
              cards={cards}
              asOf={asOf}
              live={connected}
              refreshing={refreshing}
              onRefresh={refreshNow}
              statusFilter={statusFilter}
              onStatusFilter={(status) => onView("status", status ?? "")}
            />
          )}
        </>
      }
    >
      {() =>
        visibleCards.length > 0 ? (
          <>
            <Muted as="p" role="status">
              {formatPart(stops, totalCounts(cards).stops)} stops
            </Muted>
            <RouteCards cards={visibleCards} day={date} collapsed={collapsed} sort={sort} onSort={onSort} />
          </>
        ) : (
          <Empty>
            <p>No stops match these filters</p>
            <Button
              onClick={() => {
                onView("text", "");
                onView("status", "");
              }}
            >
              Show all
            </Button>
          </Empty>
        )
      }
    </QueryView>
  );
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
