import { Alert } from "@aws-amplify/ui-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useMemo } from "react";
import { isForbidden, messageOf } from "../../api/errors";
import { LOCATION_ROUTES } from "../../routes/locationRoutes";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { SearchField } from "../../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../../ui/states";
import { chosenRoutes } from "./choice";
import { exportStocking } from "./exportCsv";
import type { Filters } from "./filters";
import { RouteCards } from "./RouteCards";
import { cardsOf, sumOf } from "./rows";
import { Summary } from "./Summary";
import { useRoutes, useTold } from "./useDay";
import { useLiveDeeds } from "./useLiveDeeds";
import { useRefresh } from "./useRefresh";
import { lookedAt, nextSort, type Column, type View } from "./view";

const NO_ROUTES = "Unable to load routes, Please check your internet and your permissions";
/** What was missed since is little: the next refresh brings it. */
const JUST_READ = 10_000;

interface Props {
  readonly filters: Filters;
  readonly view: View;
  /** Sets a part of the address; nothing takes it out. */
  readonly onView: (part: "text" | "status" | "sort" | "view", value: string) => void;
  readonly onFilters: () => void;
}

/** The routes' cards, kept up to date (spec of fleet operations, 2.4 and 4.4). */
export function Results({ filters, view, onView, onFilters }: Props) {
  const { date } = filters;
  const { planned, ops, routes, locations, warning } = useRoutes(filters);
  const shown = useMemo(() => routes && chosenRoutes(routes, filters), [routes, filters]);
  // Which locations have a fridge is known once all locations are, or cannot be.
  const { told, health, healthById, warnings, data } = useTold(date, ops.isPending ? undefined : shown, locations);
  const refreshNow = useRefreshOf(date);
  const { deeds: since, connected } = useLiveDeeds(date, told.dataUpdatedAt, told.refetch, () => {
    if (told.dataUpdatedAt > 0 && Date.now() - told.dataUpdatedAt > JUST_READ) void told.refetch();
  });

  const cards = useMemo(
    () => (routes && shown ? cardsOf(shown, routes, { told: data, since, locations, health: healthById }) : []),
    [routes, shown, data, since, locations, healthById],
  );
  const text = useDeferredValue(view.text);
  const { only, sort, collapsed } = view;
  const listed = useMemo(() => lookedAt(cards, { text, only, sort, collapsed }), [cards, text, only, sort, collapsed]);
  const onSort = useCallback((column: Column) => onView("sort", nextSort(column, sort)), [onView, sort]);

  if (isForbidden(planned.error)) return <Forbidden to="see the routes" error={planned.error} />;
  if (isForbidden(told.error)) return <Forbidden to="see what drivers do" error={told.error} />;

  const refreshing = planned.isFetching || told.isFetching || health.isFetching;
  const asOf = told.data && planned.data ? Math.min(told.dataUpdatedAt, planned.dataUpdatedAt) : undefined;
  const said = [...(warning ? [warning] : []), ...warnings];
  const stops = listed.reduce((count, card) => count + card.rows.length, 0);
  return (
    <>
      <div className="stocking-controls">
        <Button onClick={onFilters}>Update Route Filters</Button>
        <SearchField
          label="Find a route, location or driver"
          value={view.text}
          onChange={(text) => onView("text", text)}
        />
        <div role="group" aria-label="View" className="stocking-switch">
          {[false, true].map((one) => (
            <button
              type="button"
              key={String(one)}
              className="plain-button"
              aria-pressed={collapsed === one}
              onClick={() => onView("view", one ? "collapsed" : "")}
            >
              {one ? "Collapsed" : "Expanded"}
            </button>
          ))}
        </div>
        <ExportButton count={stops} onExport={() => exportStocking(listed, date)} />
      </div>
      {planned.error && (
        <Failure
          message={messageOf(planned.error, NO_ROUTES)}
          onRetry={() => void planned.refetch()}
          retrying={planned.isFetching}
        />
      )}
      {said.map((failure) => (
        <Alert key={failure} variation="warning" role="alert" className="stocking-warning">
          {failure}
        </Alert>
      ))}
      {cards.length > 0 && (
        <Summary
          cards={cards}
          asOf={asOf}
          live={connected}
          refreshing={refreshing}
          onRefresh={refreshNow}
          only={only}
          onOnly={(status) => onView("status", status ?? "")}
        />
      )}
      {(!routes && !planned.error) || told.isPending ? <Loading what="what drivers told" /> : null}
      {routes && cards.length === 0 && <Empty>None of the chosen routes drives on this day</Empty>}
      {cards.length > 0 && !told.isPending && listed.length > 0 && (
        <>
          <p role="status" className="muted stocking-count">
            {countText(listed, sumOf(cards).stops)}
          </p>
          <RouteCards cards={listed} day={date} collapsed={collapsed} sort={sort} onSort={onSort} />
        </>
      )}
      {cards.length > 0 && !told.isPending && listed.length === 0 && (
        <Empty>
          <p>No stop is so</p>
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

function countText(cards: readonly { readonly rows: readonly unknown[] }[], all: number): string {
  const shown = cards.reduce((count, { rows }) => count + rows.length, 0);
  return `${shown.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} stops`;
}

/** Asks anew for all that changes through the day. */
function useRefreshOf(day: string): () => void {
  const queryClient = useQueryClient();
  return useRefresh(() => {
    for (const queryKey of [
      [LOCATION_ROUTES, "stocking", day],
      ["stocking", "told", day],
      ["stocking", "health", day],
    ]) {
      // What is under way is as new: where it takes long, asking again would never end.
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  });
}
