import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { compareNames, formatDateTime } from "../lib/formats";
import type { ListColumn } from "../ui/listTable";
import { useUrlState, omitParams, type UrlState } from "../lib/useUrlState";
import type { SelectOption } from "../ui/form/Select";
import { QueryError } from "../ui/query/ErrorNotice";
import { SelectFilter } from "./SelectFilter";
import { filterRows } from "./filterRows";
import { ReportSearchField } from "./ReportSearchField";
import { LoadAlert } from "./LoadAlert";
import { LocationLink } from "./LocationLink";
import { REQUEST_ERROR, joinRequests, type DriverRequest } from "./log/requests";
import { OnlyCheckbox } from "./OnlyCheckbox";
import { RangeReport } from "./RangeReport";
import { ReportList } from "./ReportList";
import { driverEmailsQuery, driverLogQuery, type DriverLogEntry } from "./reports";
import type { TimeRange } from "./rules/timeRange";
import { useFullReport } from "./useFullReport";

const timeOf = (entry: DriverLogEntry) => Date.parse(entry.action_time);
const keyOf = ({ requestId }: DriverRequest) => requestId;
const classOf = ({ failed }: DriverRequest) => (failed ? "report-alarm" : "");
const NO_EMAILS: Readonly<Record<string, string>> = {};

/** The requests of drivers to fridges, with their results (docs/requirements/reports.md, RPT-3). */
export default function StockingLogsPage() {
  const address = useUrlState("find");
  return (
    <RangeReport title="Stocking Logs" address={address}>
      {(range) => <StockingLogs range={range} address={address} />}
    </RangeReport>
  );
}

interface Props {
  readonly range: TimeRange;
  readonly address: UrlState;
}

function StockingLogs({ range, address: urlState }: Props) {
  const { address, set, change } = urlState;
  const report = useFullReport({ query: driverLogQuery(range), range, timeOf, rowsOf: joinRequests });
  const directory = useQuery(driverEmailsQuery);
  const emails = directory.data ?? NO_EMAILS;
  const { rows } = report;
  const columns = useMemo(() => createColumns(emails), [emails]);
  const users = useMemo(
    () =>
      toOptions(
        rows,
        ({ uuid }) => uuid,
        (uuid) => emails[uuid] ?? uuid,
      ),
    [rows, emails],
  );
  const fridges = useMemo(
    () =>
      toOptions(
        rows,
        ({ fridge }) => fridge,
        (fridge) => fridge,
      ),
    [rows],
  );
  const param = (name: string) => address.get(name) ?? "";
  const [user, fridge, find] = [param("user"), param("fridge"), param("find")];
  const onlyFailed = address.get("errors") === "only";
  const query = useDeferredValue(find);
  const matches = useMemo(() => {
    const filtered = rows.filter(
      (row) => (!user || row.uuid === user) && (!fridge || row.fridge === fridge) && (!onlyFailed || row.failed),
    );
    return filterRows(filtered, query, (row) => [
      emails[row.uuid] ?? row.uuid,
      row.fridge,
      row.operation,
      row.reason ?? "",
    ]);
  }, [rows, user, fridge, onlyFailed, query, emails]);
  const errorCount = useMemo(() => rows.filter((row) => row.failed).length, [rows]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      <QueryError query={directory} message={() => "Unable to load the users' emails. User IDs are shown instead."} />
      <ReportList
        report={report}
        matches={matches}
        columns={columns}
        keyOf={keyOf}
        classOf={classOf}
        address={urlState}
        rowName="request"
        permission="GetCheckPointStatus"
        className="stocking-log-table"
        fileName={`stocking-logs-${address.get("from") ?? ""}-${address.get("to") ?? ""}`.replaceAll(":", "")}
        emptyText="NO Data to Load"
        onClear={() => change((now) => omitParams(now, ["user", "fridge", "find", "errors"]))}
        filters={
          <>
            <SelectFilter
              label="User"
              allLabel="All Users in this time range"
              options={users}
              value={user}
              onChange={(value) => set("user", value)}
            />
            <SelectFilter
              label="Fridge"
              allLabel="All Fridges in this time range"
              options={fridges}
              value={fridge}
              onChange={(value) => set("fridge", value)}
            />
            <ReportSearchField label="Find" address={urlState} />
            <OnlyCheckbox label="Errors only" count={errorCount} param="errors" address={urlState} />
          </>
        }
      />
    </>
  );
}

function createColumns(emails: Readonly<Record<string, string>>): readonly ListColumn<DriverRequest>[] {
  return [
    { id: "user", header: "User", value: ({ uuid }) => emails[uuid] ?? uuid },
    {
      id: "fridge",
      header: "Fridge",
      value: ({ fridge }) => fridge,
      cell: ({ fridge }) => <LocationLink id={fridge} />,
    },
    { id: "operation", header: "Operation", value: ({ operation }) => operation },
    {
      id: "requested",
      header: "Request Time",
      value: ({ requested }) => (requested === null ? "" : formatDateTime(requested, { seconds: true })),
      sortValue: ({ requested }) => requested,
    },
    {
      id: "answered",
      header: "Response Time",
      value: ({ responded }) => (responded === null ? "" : formatDateTime(responded, { seconds: true })),
      sortValue: ({ responded }) => responded,
    },
    {
      id: "error",
      header: "Error message",
      value: ({ failed, reason }) => (failed ? [REQUEST_ERROR, reason].filter(Boolean).join(": ") : ""),
      cell: ({ failed, reason }) =>
        failed && (
          <>
            <strong>{REQUEST_ERROR}</strong>
            {reason !== null && <span className="report-reason">{reason}</span>}
          </>
        ),
    },
  ];
}

/** Returns the distinct values of the rows as options, sorted by label. */
function toOptions(
  rows: readonly DriverRequest[],
  valueOf: (row: DriverRequest) => string,
  labelOf: (value: string) => string,
): readonly SelectOption[] {
  return [...new Set(rows.map(valueOf))]
    .map((value) => ({ value, label: labelOf(value) }))
    .sort((a, b) => compareNames(a.label, b.label));
}
