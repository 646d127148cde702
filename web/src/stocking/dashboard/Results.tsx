import { useCallback, useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import { formatPart } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Notice } from "../../ui/Notice";
import { statusOf } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { SearchField } from "../../ui/SearchField";
import { Empty } from "../../ui/states";
import { Muted } from "../../ui/text";
import { Toolbar, ToolbarActions } from "../../ui/Toolbar";
import { ViewSwitch } from "../../ui/ViewSwitch";
import { exportStocking } from "./exportCsv";
import { wallAddress, type Filters } from "./filters";
import { Legend } from "./Legend";
import { MostBehind } from "./MostBehind";
import { RouteCards } from "./RouteCards";
import { totalCounts } from "./rows";
import { Summary } from "./Summary";
import { orderCards, useCards, useDelays } from "./useCards";
import { ROUTES_FAILURE } from "./useDay";
import { applyView, CARD_ORDERS, type CardOrder, type View } from "./view";

const ORDERS = [
  ["worst", "Most behind first"],
  ["route", "By route"],
] as const satisfies readonly (readonly [CardOrder, string])[];
const VIEWS = [
  ["expanded", "Expanded"],
  ["collapsed", "Collapsed"],
] as const;

/** The height of the summary in a window for desktops. */
const SUMMARY_HEIGHT = "7.75rem";

interface Props {
  readonly filters: Filters;
  readonly view: View;
  /** Sets a URL parameter; an empty value removes it. */
  readonly onView: (param: "text" | "status" | "sort" | "view" | "order", value: string) => void;
  /** Called when the user leaves the search field. */
  readonly onTypingEnd: () => void;
  readonly onFilters: () => void;
}

/** The routes' cards, kept up to date (STK-2, STK-3). */
export function Results({ filters, view, onView, onTypingEnd, onFilters }: Props) {
  const { date } = filters;
  const { cards, query, isActivityForbidden, messages, connected, refreshNow, refreshing, asOf, loadingMore } =
    useCards(filters, { withHealth: true });
  const delays = useDelays(cards, date, asOf);
  const text = useDeferredValue(view.text);
  const { statusFilter, sort, collapsed, order } = view;
  const visibleCards = useMemo(
    () => orderCards(applyView(cards, { text, statusFilter }), delays, order),
    [cards, text, statusFilter, delays, order],
  );
  const onSort = useCallback((next: string) => onView("sort", next), [onView]);

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
            <ViewSwitch
              label="Order"
              options={ORDERS}
              value={order}
              onChange={(next) => onView("order", next === CARD_ORDERS[0] ? "" : next)}
            />
            <ToolbarActions>
              <Link to={wallAddress(filters)}>Wall screen</Link>
              <ExportButton count={stops} onExport={() => exportStocking(visibleCards, date, sort)} />
            </ToolbarActions>
          </Toolbar>
          {messages.map((message) => (
            <Notice key={message} tone="warning" role="alert">
              {message}
            </Notice>
          ))}
          {cards.length === 0 && statusOf(query) === "loading" && (
            <Skeleton label="the summary" height={SUMMARY_HEIGHT} />
          )}
          {cards.length > 0 && (
            <Summary
              cards={cards}
              asOf={asOf}
              live={connected}
              refreshing={refreshing}
              onRefresh={refreshNow}
              statusFilter={statusFilter}
              onStatusFilter={(status) => onView("status", status ?? "")}
            >
              <MostBehind cards={cards} delays={delays} />
            </Summary>
          )}
          <Legend />
        </>
      }
    >
      {() =>
        visibleCards.length > 0 ? (
          <>
            <Muted as="p" role="status">
              {formatPart(stops, totalCounts(cards).stops)} stops{loadingMore && ". Loading the rest…"}
            </Muted>
            <RouteCards
              cards={visibleCards}
              delays={delays}
              day={date}
              collapsed={collapsed}
              sort={sort}
              onSort={onSort}
              // Another order or filter applies at once, also while the pointer is on a card.
              selection={`${order}\n${text}\n${statusFilter ?? ""}`}
            />
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
