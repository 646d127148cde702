import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { formatCount, formatWeekday } from "../lib/formats";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { DateField } from "../ui/form/DateField";
import { addDays } from "../lib/day";
import { SearchField } from "../ui/SearchField";
import { Empty } from "../ui/states";
import { SelectField } from "../ui/form/SelectField";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { RequirePermission } from "../session/RequirePermission";
import { locationRoutesQuery } from "./locationRoutes";
import { ALL_MARKETS, MARKETS } from "./market";
import { nextSort } from "./view/viewParams";
import { exportRoutes } from "./view/exportCsv";
import { filterGroups, groupByRoute, sortStops } from "./view/groups";
import { RoutesTable } from "./view/RoutesTable";
import { useView } from "./view/useView";
import "./view/view.css";

const TITLE = "View Routes By Date";
const FORBIDDEN = { activity: "view routes", permission: "GetUniqueRoutes" } as const;
const FAILURE = "Unable to load routes, Please check your internet and your permissions";
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
  const { view, today, set } = useView();
  const { date, market, sort } = view;
  const query = useQuery(locationRoutesQuery({ stockingDate: date, market }));
  const { data, isFetching, refetch } = query;
  const text = useDeferredValue(view.text);
  const all = useMemo(() => groupByRoute(data ?? []), [data]);
  const shown = useMemo(() => sortStops(filterGroups(all, text), sort), [all, text, sort]);

  const stops = shown.reduce((count, group) => count + group.stops.length, 0);
  const summary = (
    <>
      <span>{formatWeekday(date)}</span>
      {data && (
        <span role="status">
          {formatCount(shown.length, "route")}, {formatCount(stops, "stop")}
          {text.trim() && ` of ${formatCount(all.length, "route")}, ${formatCount(data.length, "stop")}`}
        </span>
      )}
    </>
  );
  return (
    <QueryPage
      title={TITLE}
      aside={summary}
      query={query}
      label="routes"
      error={FAILURE}
      forbidden={FORBIDDEN}
      empty={{ title: NO_ROUTES, text: "Choose another date." }}
      skeleton={<Skeleton label="routes" rows={12} />}
      toolbar={
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
            <SelectField
              label="Region"
              value={market ?? ALL_MARKETS}
              onChange={(value) => set("region", value)}
              options={[ALL_MARKETS, ...MARKETS]}
            />
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
      }
    >
      {() =>
        shown.length > 0 ? (
          <RoutesTable groups={shown} sort={sort} onSort={(column) => set("sort", nextSort(column, sort))} />
        ) : (
          <Empty>
            <p>No routes or locations match “{text.trim()}”</p>
            <Button onClick={() => set("text", "")}>Clear filter</Button>
          </Empty>
        )
      }
    </QueryPage>
  );
}
