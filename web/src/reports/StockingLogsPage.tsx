import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { compareNames, formatDateTime, formatNumber } from "../lib/formats";
import { paths } from "../lib/paths";
import { useUrlState, type UrlState } from "../lib/useUrlState";
import { Checkbox } from "../ui/Checkbox";
import { QueryError } from "../ui/query/ErrorNotice";
import { dateTime, id, tableColumns, text, type TableViews } from "../ui/table";
import { createMatcher } from "./createMatcher";
import { Headline } from "./Headline";
import { LoadAlert } from "./LoadAlert";
import { joinRequests, REQUEST_ERROR, type DriverRequest } from "./log/requests";
import { formatPeriod, RangeReport, toRangeParams } from "./RangeReport";
import styles from "./report.module.css";
import { ReportList } from "./ReportList";
import { driverEmailsQuery, driverLogQuery, type DriverLogEntry } from "./reports";
import type { TimeRange } from "./rules/timeRange";
import { SelectFilter } from "./SelectFilter";
import { useComparison } from "./useComparison";
import { useFullReport } from "./useFullReport";

type Emails = Readonly<Record<string, string>>;

const timeOf = (entry: DriverLogEntry) => Date.parse(entry.action_time);
const timeOfRequest = ({ firstEntry }: DriverRequest) => firstEntry;
const rowId = ({ requestId }: DriverRequest) => requestId;
const hasFailed = ({ failed }: DriverRequest) => failed;
const NO_EMAILS: Emails = {};
const FILTER_PARAMS = ["user", "fridge", "errors"];

function parseFilters(address: URLSearchParams) {
  const param = (name: string) => address.get(name) ?? "";
  return { user: param("user"), fridge: param("fridge"), onlyFailed: param("errors") === "only" };
}

/** The requests of drivers to fridges, with their results (docs/requirements/reports.md, RPT-3). */
export default function StockingLogsPage() {
  const address = useUrlState("find");
  return (
    <RangeReport title="Stocking Logs" name="stocking-logs" address={address}>
      {(range, state, views) => <StockingLogs range={range} address={state} views={views} />}
    </RangeReport>
  );
}

interface Props {
  readonly range: TimeRange;
  readonly address: UrlState;
  readonly views: TableViews;
}

function StockingLogs({ range, address: urlState, views }: Props) {
  const { address, set } = urlState;
  const report = useFullReport({ query: driverLogQuery(range), range, timeOf, rowsOf: joinRequests });
  const comparison = useComparison({
    report,
    range,
    queryOf: driverLogQuery,
    rowsOf: joinRequests,
    timeOfRow: timeOfRequest,
  });
  const directory = useQuery(driverEmailsQuery);
  const emails = directory.data ?? NO_EMAILS;
  const { rows } = report;
  const columns = useMemo(() => createColumns(emails), [emails]);
  const matches = useMemo(
    () =>
      createMatcher<DriverRequest>(({ uuid, fridge, operation, reason }) => [
        emails[uuid] ?? uuid,
        fridge,
        operation,
        reason ?? "",
      ]),
    [emails],
  );
  const users = useMemo(
    () =>
      [...new Set(rows.map(({ uuid }) => uuid))]
        .map((uuid) => ({ value: uuid, label: emails[uuid] ?? uuid }))
        .sort((one, other) => compareNames(one.label, other.label)),
    [rows, emails],
  );
  const fridges = useMemo(() => [...new Set(rows.map(({ fridge }) => fridge))].sort(compareNames), [rows]);
  const { user, fridge, onlyFailed } = parseFilters(address);
  const filtered = useMemo(
    () =>
      rows.filter(
        (row) => (!user || row.uuid === user) && (!fridge || row.fridge === fridge) && (!onlyFailed || row.failed),
      ),
    [rows, user, fridge, onlyFailed],
  );
  const errorCount = useMemo(() => rows.filter(hasFailed).length, [rows]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      <QueryError query={directory} message={() => "Unable to load the users' emails. User IDs are shown instead."} />
      <ReportList
        name="stocking-logs"
        report={report}
        rows={filtered}
        columns={columns}
        rowId={rowId}
        matches={matches}
        hasAlarm={hasFailed}
        address={urlState}
        views={views}
        rowName="request"
        permission="GetCheckPointStatus"
        period={formatPeriod(address)}
        emptyText="NO Data to Load"
        headline={
          <Headline
            total={rows.length}
            range={range}
            comparison={comparison}
            complete={report.complete}
            rowName="request"
            paramsOf={toRangeParams}
          />
        }
        searchLabel="Find"
        filterParams={FILTER_PARAMS}
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
            <Checkbox
              label={`Errors only (${formatNumber(errorCount)})`}
              checked={onlyFailed}
              onChange={(checked) => set("errors", checked ? "only" : "")}
            />
          </>
        }
      />
    </>
  );
}

const formatSecond = (time: string | number) => formatDateTime(time, { seconds: true });

const timeColumn = (name: "requested" | "answered", label: string, value: (row: DriverRequest) => number | null) =>
  dateTime<DriverRequest>(name, {
    label,
    value,
    format: formatSecond,
    csv: (row) => {
      const time = value(row);
      return time === null ? "" : formatSecond(time);
    },
  });

const createColumns = (emails: Emails) =>
  tableColumns<DriverRequest>([
    text("user", { label: "User", value: ({ uuid }) => emails[uuid] ?? uuid, minWidth: 11 }),
    id("fridge", { label: "Fridge", value: ({ fridge }) => fridge, to: ({ fridge }) => paths.inventory(fridge) }),
    text("operation", { label: "Operation", value: ({ operation }) => operation }),
    timeColumn("requested", "Request Time", ({ requested }) => requested),
    timeColumn("answered", "Response Time", ({ responded }) => responded),
    text("error", {
      label: "Error message",
      value: ({ failed, reason }) => (failed ? [REQUEST_ERROR, reason].filter(Boolean).join(": ") : ""),
      cell: ({ failed, reason }) =>
        failed && (
          <div>
            <strong>{REQUEST_ERROR}</strong>
            {reason !== null && <span className={styles.reason}>{reason}</span>}
          </div>
        ),
    }),
  ]);
