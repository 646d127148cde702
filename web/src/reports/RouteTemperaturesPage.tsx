import { useDeferredValue, useMemo } from "react";
import { degrees } from "../health/rules/degrees";
import { useMyPermissions } from "../session/permissions";
import type { ListColumn } from "../ui/listTable";
import { Page } from "../ui/Page";
import { Forbidden } from "../ui/states";
import { useAddress, without, type Address } from "../ui/useAddress";
import { isTooWarm, rangesOf } from "./charts/ranges";
import { RouteRanges } from "./charts/RouteRanges";
import { ChoiceFilter } from "./ChoiceFilter";
import { findRows } from "./find";
import { FindField } from "./FindField";
import { plainRows } from "./gather";
import { LoadAlert } from "./LoadAlert";
import { LocationLink } from "./LocationLink";
import { OnlyTick } from "./OnlyTick";
import { RangeReport } from "./RangeReport";
import { ReportList } from "./ReportList";
import { routeTemperaturesQuery, type RouteTemperatureRow } from "./reports";
import { centralTime } from "./rules/moments";
import type { TimeRange } from "./rules/timeRange";
import { useWholeReport } from "./useWholeReport";

const TITLE = "Route Temperatures";
const timeOf = ({ DateTime }: RouteTemperatureRow) => DateTime * 1000;
const keyOf = ({ DateTime, Location, assignedRoute = "", Temperature }: RouteTemperatureRow) =>
  `${DateTime} ${Location} ${assignedRoute} ${Temperature}`;
const classOf = (row: RouteTemperatureRow) => (isTooWarm(row) ? "report-alarm" : "");
const rowsOf = plainRows<RouteTemperatureRow>();
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const COLUMNS: readonly ListColumn<RouteTemperatureRow>[] = [
  {
    id: "location",
    header: "Location",
    value: (row) => row.Location,
    cell: (row) => <LocationLink id={row.Location} />,
  },
  { id: "time", header: "Time", value: (row) => centralTime(timeOf(row)), order: timeOf },
  {
    id: "temperature",
    header: "Temperature",
    value: (row) => row.Temperature,
    cell: (row) => (isTooWarm(row) ? <strong>{degrees(row.Temperature)}, above 41</strong> : degrees(row.Temperature)),
  },
  { id: "route", header: "Assigned Route", value: (row) => row.assignedRoute },
];

/** Temperatures that were taken on routes (spec of planning and reporting, section 2). */
export default function RouteTemperaturesPage() {
  const { may } = useMyPermissions();
  const address = useAddress("find");
  if (!may("RecordTemperature")) {
    return (
      <Page title={TITLE}>
        <Forbidden to="see route temperatures" />
      </Page>
    );
  }
  return (
    <RangeReport title={TITLE} address={address}>
      {(range) => <RouteTemperatures range={range} address={address} />}
    </RangeReport>
  );
}

function RouteTemperatures({ range, address: parts }: { readonly range: TimeRange; readonly address: Address }) {
  const { address, set, change } = parts;
  const report = useWholeReport({ query: routeTemperaturesQuery(range), range, timeOf, rowsOf });
  const { rows } = report;
  const route = address.get("route") ?? "";
  const find = address.get("find") ?? "";
  const high = address.get("above") === "only";
  const wanted = useDeferredValue(find);
  const ranges = useMemo(() => rangesOf(rows), [rows]);
  const routes = useMemo(
    () =>
      ranges
        .flatMap((one) => (one.route ? [{ value: one.route, label: one.route }] : []))
        .sort((a, b) => natural.compare(a.label, b.label)),
    [ranges],
  );
  const found = useMemo(() => {
    const some = rows.filter((row) => (!route || row.assignedRoute === route) && (!high || isTooWarm(row)));
    return findRows(some, wanted, (row) => [row.Location, row.assignedRoute ?? ""]);
  }, [rows, route, high, wanted]);
  const above = useMemo(() => rows.filter(isTooWarm).length, [rows]);
  const drawn = useMemo(() => rangesOf(found), [found]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      <ReportList
        report={report}
        found={found}
        columns={COLUMNS}
        keyOf={keyOf}
        classOf={classOf}
        address={parts}
        what="temperature"
        className="route-temperature-table"
        fileName={`route-temperatures-${address.get("from") ?? ""}-${address.get("to") ?? ""}`.replaceAll(":", "")}
        empty="NO Data to Load"
        onClear={() => change((now) => without(now, ["route", "find", "above"]))}
        filters={
          <>
            <ChoiceFilter
              label="Route"
              all="All routes in this time range"
              choices={routes}
              chosen={route}
              onChoose={(value) => set("route", value)}
            />
            <FindField label="Find location or route" address={parts} />
            <OnlyTick label="Above 41 °F only" count={above} part="above" address={parts} />
          </>
        }
      >
        <RouteRanges ranges={drawn} onChoose={(value) => set("route", value)} />
      </ReportList>
    </>
  );
}
