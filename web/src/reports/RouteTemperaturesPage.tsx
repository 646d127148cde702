import { useDeferredValue, useMemo } from "react";
import { compareNames, formatDateTime, formatTemperature } from "../lib/formats";
import type { ListColumn } from "../ui/listTable";
import { useUrlState, omitParams, type UrlState } from "../lib/useUrlState";
import { RequirePermission } from "../session/RequirePermission";
import { isTooWarm, summarizeByRoute } from "./charts/ranges";
import { RouteRanges } from "./charts/RouteRanges";
import { SelectFilter } from "./SelectFilter";
import { filterRows } from "./filterRows";
import { ReportSearchField } from "./ReportSearchField";
import { collectPlainRows } from "./collectRows";
import { LoadAlert } from "./LoadAlert";
import { LocationLink } from "./LocationLink";
import { OnlyCheckbox } from "./OnlyCheckbox";
import { RangeReport } from "./RangeReport";
import { ReportList } from "./ReportList";
import { routeTemperaturesQuery, type RouteTemperatureRow } from "./reports";
import type { TimeRange } from "./rules/timeRange";
import { useFullReport } from "./useFullReport";

const TITLE = "Route Temperatures";
const timeOf = ({ DateTime }: RouteTemperatureRow) => DateTime * 1000;
const keyOf = ({ DateTime, Location, assignedRoute = "", Temperature }: RouteTemperatureRow) =>
  `${DateTime} ${Location} ${assignedRoute} ${Temperature}`;
const classOf = (row: RouteTemperatureRow) => (isTooWarm(row) ? "report-alarm" : "");
const rowsOf = collectPlainRows<RouteTemperatureRow>();

const COLUMNS: readonly ListColumn<RouteTemperatureRow>[] = [
  {
    id: "location",
    header: "Location",
    value: (row) => row.Location,
    cell: (row) => <LocationLink id={row.Location} />,
  },
  { id: "time", header: "Time", value: (row) => formatDateTime(timeOf(row)), sortValue: timeOf },
  {
    id: "temperature",
    header: "Temperature",
    value: (row) => row.Temperature,
    cell: (row) =>
      isTooWarm(row) ? (
        <strong>{formatTemperature(row.Temperature)}, above 41</strong>
      ) : (
        formatTemperature(row.Temperature)
      ),
  },
  { id: "route", header: "Assigned Route", value: (row) => row.assignedRoute },
];

/** The temperatures that were measured on routes (docs/requirements/reports.md, RPT-4). */
export default function RouteTemperaturesPage() {
  const address = useUrlState("find");
  return (
    <RequirePermission title={TITLE} permission="RecordTemperature" activity="view route temperatures">
      <RangeReport title={TITLE} address={address}>
        {(range) => <RouteTemperatures range={range} address={address} />}
      </RangeReport>
    </RequirePermission>
  );
}

function RouteTemperatures({ range, address: urlState }: { readonly range: TimeRange; readonly address: UrlState }) {
  const { address, set, change } = urlState;
  const report = useFullReport({ query: routeTemperaturesQuery(range), range, timeOf, rowsOf });
  const { rows } = report;
  const route = address.get("route") ?? "";
  const find = address.get("find") ?? "";
  const onlyTooWarm = address.get("above") === "only";
  const query = useDeferredValue(find);
  const ranges = useMemo(() => summarizeByRoute(rows), [rows]);
  const routes = useMemo(
    () =>
      ranges
        .flatMap((range) => (range.route ? [{ value: range.route, label: range.route }] : []))
        .sort((a, b) => compareNames(a.label, b.label)),
    [ranges],
  );
  const matches = useMemo(() => {
    const filtered = rows.filter((row) => (!route || row.assignedRoute === route) && (!onlyTooWarm || isTooWarm(row)));
    return filterRows(filtered, query, (row) => [row.Location, row.assignedRoute ?? ""]);
  }, [rows, route, onlyTooWarm, query]);
  const tooWarmCount = useMemo(() => rows.filter(isTooWarm).length, [rows]);
  const chartRanges = useMemo(() => summarizeByRoute(matches), [matches]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      <ReportList
        report={report}
        matches={matches}
        columns={COLUMNS}
        keyOf={keyOf}
        classOf={classOf}
        address={urlState}
        rowName="temperature"
        permission="RecordTemperature"
        className="route-temperature-table"
        fileName={`route-temperatures-${address.get("from") ?? ""}-${address.get("to") ?? ""}`.replaceAll(":", "")}
        emptyText="NO Data to Load"
        onClear={() => change((now) => omitParams(now, ["route", "find", "above"]))}
        filters={
          <>
            <SelectFilter
              label="Route"
              allLabel="All routes in this time range"
              options={routes}
              value={route}
              onChange={(value) => set("route", value)}
            />
            <ReportSearchField label="Find location or route" address={urlState} />
            <OnlyCheckbox label="Above 41 °F only" count={tooWarmCount} param="above" address={urlState} />
          </>
        }
      >
        <RouteRanges ranges={chartRanges} onChoose={(value) => set("route", value)} />
      </ReportList>
    </>
  );
}
