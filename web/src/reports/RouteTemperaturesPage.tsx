import { useMemo } from "react";
import { compareNames, formatDateTime, formatNumber, formatTemperature } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { Checkbox } from "../ui/Checkbox";
import { dateTime, id, number, tableColumns, text, type TableViews } from "../ui/table";
import { isTooWarm, MAX_TEMPERATURE, summarizeByRoute } from "./charts/ranges";
import { RouteRanges } from "./charts/RouteRanges";
import { collectPlainRows } from "./collectRows";
import { createMatcher } from "./createMatcher";
import { Headline } from "./Headline";
import { LoadAlert } from "./LoadAlert";
import { formatPeriod, RangeReport, toRangeParams } from "./RangeReport";
import { ReportList } from "./ReportList";
import { routeTemperaturesQuery, type RouteTemperatureRow } from "./reports";
import type { TimeRange } from "./rules/timeRange";
import { SelectFilter } from "./SelectFilter";
import { useComparison } from "./useComparison";
import { useFullReport } from "./useFullReport";

const TITLE = "Route Temperatures";
const timeOf = ({ DateTime }: RouteTemperatureRow) => DateTime * 1000;
const rowId = ({ DateTime, Location, assignedRoute = "", Temperature }: RouteTemperatureRow) =>
  `${DateTime} ${Location} ${assignedRoute} ${Temperature}`;
const rowsOf = collectPlainRows<RouteTemperatureRow>();
const matches = createMatcher<RouteTemperatureRow>(({ Location, assignedRoute = "" }) => [Location, assignedRoute]);

const COLUMNS = tableColumns<RouteTemperatureRow>([
  id("location", { label: "Location", value: (row) => row.Location, to: (row) => paths.inventory(row.Location) }),
  dateTime("time", {
    label: "Time",
    value: timeOf,
    format: (time) => formatDateTime(time),
    csv: (row) => formatDateTime(timeOf(row)),
  }),
  number("temperature", {
    label: "Temperature",
    value: (row) => row.Temperature,
    minWidth: 10,
    cell: (row) =>
      isTooWarm(row) ? (
        <strong>
          {formatTemperature(row.Temperature)}, above {MAX_TEMPERATURE}
        </strong>
      ) : (
        formatTemperature(row.Temperature)
      ),
  }),
  text("route", { label: "Assigned Route", value: (row) => row.assignedRoute }),
]);

const FILTER_PARAMS = ["route", "above"];

function parseFilters(address: URLSearchParams) {
  return { route: address.get("route") ?? "", onlyTooWarm: address.get("above") === "only" };
}

/** The temperatures that were measured on routes (docs/requirements/reports.md, RPT-4). */
export default function RouteTemperaturesPage() {
  const address = useUrlState("find");
  return (
    <RequirePermission title={TITLE} permission="RecordTemperature" activity="view route temperatures">
      <RangeReport title={TITLE} name="route-temperatures" address={address}>
        {(range, state, views) => <RouteTemperatures range={range} address={state} views={views} />}
      </RangeReport>
    </RequirePermission>
  );
}

interface Props {
  readonly range: TimeRange;
  readonly address: UrlState;
  readonly views: TableViews;
}

function RouteTemperatures({ range, address: urlState, views }: Props) {
  const { address, set } = urlState;
  const report = useFullReport({ query: routeTemperaturesQuery(range), range, timeOf, rowsOf });
  const comparison = useComparison({ report, range, queryOf: routeTemperaturesQuery, rowsOf, timeOfRow: timeOf });
  const { rows } = report;
  const { route, onlyTooWarm } = parseFilters(address);
  const routes = useMemo(
    () => [...new Set(rows.flatMap(({ assignedRoute }) => assignedRoute || []))].sort(compareNames),
    [rows],
  );
  const filtered = useMemo(
    () => rows.filter((row) => (!route || row.assignedRoute === route) && (!onlyTooWarm || isTooWarm(row))),
    [rows, route, onlyTooWarm],
  );
  const tooWarmCount = useMemo(() => rows.filter(isTooWarm).length, [rows]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      <ReportList
        name="route-temperatures"
        report={report}
        rows={filtered}
        columns={COLUMNS}
        rowId={rowId}
        matches={matches}
        hasAlarm={isTooWarm}
        address={urlState}
        views={views}
        rowName="temperature"
        permission="RecordTemperature"
        period={formatPeriod(address)}
        emptyText="NO Data to Load"
        headline={
          <Headline
            total={rows.length}
            range={range}
            comparison={comparison}
            complete={report.complete}
            rowName="temperature"
            paramsOf={toRangeParams}
          />
        }
        searchLabel="Find location or route"
        filterParams={FILTER_PARAMS}
        filters={
          <>
            <SelectFilter
              label="Route"
              allLabel="All routes in this time range"
              options={routes}
              value={route}
              onChange={(value) => set("route", value)}
            />
            <Checkbox
              label={`Above ${MAX_TEMPERATURE} °F only (${formatNumber(tooWarmCount)})`}
              checked={onlyTooWarm}
              onChange={(checked) => set("above", checked ? "only" : "")}
            />
          </>
        }
        charts={(listed) => <RouteChart rows={listed} onChoose={(value) => set("route", value)} />}
      />
    </>
  );
}

interface ChartProps {
  readonly rows: readonly RouteTemperatureRow[];
  readonly onChoose: (route: string) => void;
}

function RouteChart({ rows, onChoose }: ChartProps) {
  const ranges = useMemo(() => summarizeByRoute(rows), [rows]);
  return <RouteRanges ranges={ranges} onChoose={onChoose} />;
}
