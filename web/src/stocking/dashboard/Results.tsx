import { Alert } from "@aws-amplify/ui-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import { isForbidden, messageOf } from "../../api/errors";
import { LOCATION_ROUTES_KEY } from "../../routes/locationRoutes";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { SearchField } from "../../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { selectedRoutes } from "./routeSelection";
import { exportStocking } from "./exportCsv";
import type { Filters } from "./filters";
import { RouteCards } from "./RouteCards";
import { buildCards, totalCounts } from "./rows";
import { Summary } from "./Summary";
import { ROUTES_FAILURE, useDayActivity, useRoutes } from "./useDay";
import { useLiveActions } from "./useLiveActions";
import { useRefresh } from "./useRefresh";
import { applyView, nextSort, type Column, type View } from "./view";

/** Data younger than this is not read again when the live connection opens, in milliseconds. */
const RECENT_READ_PERIOD = 10_000;

interface Props {
  readonly filters: Filters;
  readonly view: View;
  /** Sets a URL parameter; an empty value removes it. */
  readonly onView: (param: "text" | "status" | "sort" | "view", value: string) => void;
  readonly onFilters: () => void;
}

/** The routes' cards, kept up to date (STK-2, STK-3). */
export function Results({ filters, view, onView, onFilters }: Props) {
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
  const visibleCards = useMemo(
    () => applyView(cards, { text, statusFilter, sort, collapsed }),
    [cards, text, statusFilter, sort, collapsed],
  );
  const onSort = useCallback((column: Column) => onView("sort", nextSort(column, sort)), [onView, sort]);

  if (isForbidden(planned.error)) return <Forbidden action="view routes" error={planned.error} />;
  if (isForbidden(activity.error)) return <Forbidden action="view driver activity" error={activity.error} />;

  const refreshing = planned.isFetching || activity.isFetching || health.isFetching;
  const asOf = activity.data && planned.data ? Math.min(activity.dataUpdatedAt, planned.dataUpdatedAt) : undefined;
  const messages = [...(warning ? [warning] : []), ...warnings];
  const stops = visibleCards.reduce((count, card) => count + card.rows.length, 0);
  return (
    <>
      <div className="stocking-controls">
        <Button onClick={onFilters}>Update Route Filters</Button>
        <SearchField
          label="Find a route, location or driver"
          value={view.text}
          onChange={(text) => onView("text", text)}
        />
        <div role="group" aria-label="View" className="stocking-view-switch">
          {[false, true].map((option) => (
            <button
              type="button"
              key={String(option)}
              className="plain-button"
              aria-pressed={collapsed === option}
              onClick={() => onView("view", option ? "collapsed" : "")}
            >
              {option ? "Collapsed" : "Expanded"}
            </button>
          ))}
        </div>
        <ExportButton count={stops} onExport={() => exportStocking(visibleCards, date)} />
      </div>
      {planned.error && (
        <Failure
          message={messageOf(planned.error, ROUTES_FAILURE)}
          onRetry={() => void planned.refetch()}
          retrying={planned.isFetching}
        />
      )}
      {messages.map((message) => (
        <Alert key={message} variation="warning" role="alert" className="stocking-warning">
          {message}
        </Alert>
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
      {(!routes && !planned.error) || activity.isPending ? <Loading label="driver activity" /> : null}
      {routes && cards.length === 0 && <Empty>None of the selected routes run on this day</Empty>}
      {cards.length > 0 && !activity.isPending && visibleCards.length > 0 && (
        <>
          <p role="status" className="muted stocking-count">
            {formatCount(visibleCards, totalCounts(cards).stops)}
          </p>
          <RouteCards cards={visibleCards} day={date} collapsed={collapsed} sort={sort} onSort={onSort} />
        </>
      )}
      {cards.length > 0 && !activity.isPending && visibleCards.length === 0 && (
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
      )}
    </>
  );
}

function formatCount(cards: readonly { readonly rows: readonly unknown[] }[], total: number): string {
  const shown = cards.reduce((count, { rows }) => count + rows.length, 0);
  return `${shown.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} stops`;
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
