import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { addDays, businessDay } from "../lib/day";
import { formatWeekday } from "../lib/formats";
import { useUrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { Button } from "../ui/Button";
import { RefreshButton } from "../ui/RefreshButton";
import { DateField } from "../ui/form/DateField";
import { SelectField } from "../ui/form/SelectField";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { useTableViews } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { locationRoutesQuery } from "./locationRoutes";
import { ALL_MARKETS, MARKETS } from "./market";
import { groupByRoute, matchesStop } from "./rules/routeStops";
import { RoutesTable } from "./view/RoutesTable";
import { parseView, setViewParam } from "./view/viewParams";
import styles from "./viewRoutesPage.module.css";

const TITLE = "View Routes By Date";
const FORBIDDEN = { activity: "view routes", permission: "GetUniqueRoutes" } as const;
const FAILURE = "Unable to load routes, Please check your internet and your permissions";
const EXCLUDED_FROM_VIEWS = ["date"];
const NO_ROUTES = "No routes available for given date";

/** Lists the routes of a day with their stops and tote counts (docs/requirements/routes.md, RTE-3). */
export default function ViewRoutesPage() {
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <Routes />
    </RequirePermission>
  );
}

function Routes() {
  const urlState = useUrlState("text");
  const { address, change, go, flush } = urlState;
  const views = useTableViews("routes", urlState, EXCLUDED_FROM_VIEWS);
  const [today] = useState(() => businessDay());
  const { date, market, text, sort } = useMemo(() => parseView(address, today), [address, today]);
  const set = useCallback(
    (param: "region" | "text" | "sort", value: string) =>
      change((current) => setViewParam(current, param, value, today)),
    [change, today],
  );
  const setDate = (day: string) => go((current) => setViewParam(current, "date", day, today));
  // A click right after typing a date starts from the typed date, which this render does not contain yet.
  const moveDate = (days: number) =>
    go((current) => setViewParam(current, "date", addDays(parseView(current, today).date, days), today));
  const routes = useQuery(locationRoutesQuery({ stockingDate: date, market }));
  const { data, isFetching, refetch } = routes;
  const stops = useMemo(() => [...groupByRoute(data ?? []).values()].flat(), [data]);
  const hasMatches = stops.some((stop) => matchesStop(stop, text.trim().toLowerCase()));

  return (
    <QueryPage
      title={TITLE}
      aside={<span>{formatWeekday(date)}</span>}
      query={routes}
      label="routes"
      error={FAILURE}
      forbidden={FORBIDDEN}
      skeleton={<Skeleton label="routes" rows={12} />}
      toolbar={
        <div className={styles.filters}>
          <Toolbar landmark="Routes">
            <Button aria-label="Previous day" onClick={() => moveDate(-1)}>
              ‹
            </Button>
            <div className={styles.date}>
              <DateField label="Date" value={date} onChange={setDate} />
            </div>
            <Button aria-label="Next day" onClick={() => moveDate(1)}>
              ›
            </Button>
            <Button
              onClick={() => setDate(today)}
              disabledReason={date === today ? "Already showing today" : undefined}
            >
              Today
            </Button>
            <SelectField
              label="Region"
              value={market ?? ALL_MARKETS}
              onChange={(value) => set("region", value)}
              options={[ALL_MARKETS, ...MARKETS]}
            />
          </Toolbar>
        </div>
      }
    >
      {() => (
        <RoutesTable
          stops={stops}
          date={date}
          sort={sort}
          onSort={(next) => set("sort", next)}
          views={views}
          search={{
            label: "Filter routes",
            placeholder: "Route or location",
            value: text,
            onChange: (next) => set("text", next),
            onBlur: flush,
          }}
          actions={
            <>
              <RefreshButton onRefresh={() => void refetch()} refreshing={isFetching} />
              <Button onClick={() => window.print()} disabledReason={hasMatches ? undefined : "No stops to print"}>
                Print
              </Button>
            </>
          }
          empty={
            <>
              <p>{NO_ROUTES}</p>
              <p>Choose another date.</p>
            </>
          }
          noMatches={
            <>
              <p>No routes or locations match “{text.trim()}”</p>
              <Button onClick={() => set("text", "")}>Clear filter</Button>
            </>
          }
        />
      )}
    </QueryPage>
  );
}
