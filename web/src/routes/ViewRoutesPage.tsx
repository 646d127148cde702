import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { DateField } from "../ui/DateField";
import { addDays, weekdayOf } from "../ui/day";
import { Field } from "../ui/Field";
import { Page } from "../ui/Page";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { locationRoutesQuery } from "./locationRoutes";
import { ALL_MARKETS, MARKETS } from "./market";
import { nextSort } from "./view/viewParams";
import { exportRoutes } from "./view/exportCsv";
import { filterGroups, groupByRoute, sortStops } from "./view/groups";
import { RoutesTable } from "./view/RoutesTable";
import { useView } from "./view/useView";
import "./view/view.css";

const TITLE = "View Routes By Date";
const FAILURE = "Unable to load routes, Please check your internet and your permissions";
const NO_ROUTES = "No routes available for given date";

/** Lists the routes of a day with their stops and tote counts (docs/requirements/routes.md, RTE-3). */
export default function ViewRoutesPage() {
  const { may } = useMyPermissions();
  return may("GetUniqueRoutes") ? <Routes /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden action="view routes" error={error} />
    </Page>
  );
}

function Routes() {
  const { view, today, set } = useView();
  const { date, market, sort } = view;
  const { data, error, isFetching, refetch } = useQuery(locationRoutesQuery({ stockingDate: date, market }));
  const text = useDeferredValue(view.text);
  const all = useMemo(() => groupByRoute(data ?? []), [data]);
  const shown = useMemo(() => sortStops(filterGroups(all, text), sort), [all, text, sort]);

  if (isForbidden(error)) return <NotAllowed error={error} />;

  const stops = shown.reduce((count, group) => count + group.stops.length, 0);
  const summary = (
    <>
      <span>{weekdayOf(date)}</span>
      {data && (
        <span role="status">
          {plural(shown.length, "route")}, {plural(stops, "stop")}
          {text.trim() && ` of ${plural(all.length, "route")}, ${plural(data.length, "stop")}`}
        </span>
      )}
    </>
  );
  return (
    <Page title={TITLE} aside={summary}>
      <div className="routes-controls">
        <search className="routes-filters" aria-label="Routes">
          <div className="routes-day">
            <Button aria-label="Previous day" onClick={() => set("date", addDays(date, -1))}>
              ‹
            </Button>
            <DateField label="Date" value={date} onChange={(day) => set("date", day)} />
            <Button aria-label="Next day" onClick={() => set("date", addDays(date, 1))}>
              ›
            </Button>
            <Button
              onClick={() => set("date", today)}
              disabledReason={date === today ? "Already showing today" : undefined}
            >
              Today
            </Button>
          </div>
          <Field label="Region">
            {(control) => (
              <select
                {...control}
                value={market ?? ALL_MARKETS}
                onChange={(event) => set("region", event.target.value)}
              >
                {[ALL_MARKETS, ...MARKETS].map((region) => (
                  <option key={region}>{region}</option>
                ))}
              </select>
            )}
          </Field>
          <SearchField
            label="Filter routes"
            placeholder="Route or location"
            value={view.text}
            onChange={(text) => set("text", text)}
          />
        </search>
        <div className="routes-actions">
          <Button onClick={() => void refetch()} busy={isFetching} busyText="Refreshing…">
            Refresh
          </Button>
          <ExportButton count={stops} onExport={() => exportRoutes(shown, date)} />
          <Button onClick={() => window.print()} disabledReason={stops === 0 ? "No stops to print" : undefined}>
            Print
          </Button>
        </div>
      </div>
      {error && <Failure message={messageOf(error, FAILURE)} onRetry={() => void refetch()} retrying={isFetching} />}
      {shown.length > 0 && (
        <RoutesTable groups={shown} sort={sort} onSort={(column) => set("sort", nextSort(column, sort))} />
      )}
      {!data && !error && <Loading label="routes" />}
      {data?.length === 0 && <Empty>{NO_ROUTES}</Empty>}
      {data && data.length > 0 && shown.length === 0 && (
        <Empty>
          <p>No routes or locations match “{text.trim()}”</p>
          <Button onClick={() => set("text", "")}>Clear filter</Button>
        </Empty>
      )}
    </Page>
  );
}
