import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { ListColumn } from "../ui/listTable";
import { Failure } from "../ui/states";
import { useAddress, without, type Address } from "../ui/useAddress";
import { ChoiceFilter, type Choice } from "./ChoiceFilter";
import { findRows } from "./find";
import { FindField } from "./FindField";
import { LoadAlert } from "./LoadAlert";
import { LocationLink } from "./LocationLink";
import { REQUEST_ERROR, requestsOf, type DriverRequest } from "./log/requests";
import { OnlyTick } from "./OnlyTick";
import { RangeReport } from "./RangeReport";
import { ReportList } from "./ReportList";
import { driverEmailsQuery, driverLogQuery, type DriverLogEntry } from "./reports";
import { centralTime } from "./rules/moments";
import type { TimeRange } from "./rules/timeRange";
import { useWholeReport } from "./useWholeReport";

const timeOf = (entry: DriverLogEntry) => Date.parse(entry.action_time);
const keyOf = ({ requestId }: DriverRequest) => requestId;
const classOf = ({ failed }: DriverRequest) => (failed ? "report-alarm" : "");
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const NOBODY: Readonly<Record<string, string>> = {};

/** What drivers asked of fridges, and what became of it (spec of planning and reporting, section 2). */
export default function StockingLogsPage() {
  const address = useAddress("find");
  return (
    <RangeReport title="Stocking Logs" address={address}>
      {(range) => <StockingLogs range={range} address={address} />}
    </RangeReport>
  );
}

interface Props {
  readonly range: TimeRange;
  readonly address: Address;
}

function StockingLogs({ range, address: parts }: Props) {
  const { address, set, change } = parts;
  const report = useWholeReport({ query: driverLogQuery(range), range, timeOf, rowsOf: requestsOf });
  const directory = useQuery(driverEmailsQuery);
  const emails = directory.data ?? NOBODY;
  const { rows } = report;
  const columns = useMemo(() => columnsOf(emails), [emails]);
  const users = useMemo(
    () =>
      choicesOf(
        rows,
        ({ uuid }) => uuid,
        (uuid) => emails[uuid] ?? uuid,
      ),
    [rows, emails],
  );
  const fridges = useMemo(
    () =>
      choicesOf(
        rows,
        ({ fridge }) => fridge,
        (fridge) => fridge,
      ),
    [rows],
  );
  const part = (name: string) => address.get(name) ?? "";
  const [user, fridge, find] = [part("user"), part("fridge"), part("find")];
  const failed = address.get("errors") === "only";
  const wanted = useDeferredValue(find);
  const found = useMemo(() => {
    const some = rows.filter(
      (row) => (!user || row.uuid === user) && (!fridge || row.fridge === fridge) && (!failed || row.failed),
    );
    return findRows(some, wanted, (row) => [emails[row.uuid] ?? row.uuid, row.fridge, row.operation, row.reason ?? ""]);
  }, [rows, user, fridge, failed, wanted, emails]);
  const errors = useMemo(() => rows.filter((row) => row.failed).length, [rows]);

  return (
    <>
      <LoadAlert error={report.error} onRetry={report.resume} />
      {directory.isError && (
        <Failure
          message="Unable to load the users' e-mails: their ids are shown instead"
          onRetry={() => void directory.refetch()}
          retrying={directory.isFetching}
        />
      )}
      <ReportList
        report={report}
        found={found}
        columns={columns}
        keyOf={keyOf}
        classOf={classOf}
        address={parts}
        what="request"
        className="stocking-log-table"
        fileName={`stocking-logs-${address.get("from") ?? ""}-${address.get("to") ?? ""}`.replaceAll(":", "")}
        empty="NO Data to Load"
        onClear={() => change((now) => without(now, ["user", "fridge", "find", "errors"]))}
        filters={
          <>
            <ChoiceFilter
              label="User"
              all="All Users in this time range"
              choices={users}
              chosen={user}
              onChoose={(value) => set("user", value)}
            />
            <ChoiceFilter
              label="Fridge"
              all="All Fridges in this time range"
              choices={fridges}
              chosen={fridge}
              onChoose={(value) => set("fridge", value)}
            />
            <FindField label="Find" address={parts} />
            <OnlyTick label="Errors only" count={errors} part="errors" address={parts} />
          </>
        }
      />
    </>
  );
}

function columnsOf(emails: Readonly<Record<string, string>>): readonly ListColumn<DriverRequest>[] {
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
      value: ({ requested }) => centralTime(requested, true),
      order: ({ requested }) => requested,
    },
    {
      id: "answered",
      header: "Response Time",
      value: ({ answered }) => centralTime(answered, true),
      order: ({ answered }) => answered,
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

/** What there is to choose from, by what it is called. */
function choicesOf(
  rows: readonly DriverRequest[],
  valueOf: (row: DriverRequest) => string,
  labelOf: (value: string) => string,
): readonly Choice[] {
  return [...new Set(rows.map(valueOf))]
    .map((value) => ({ value, label: labelOf(value) }))
    .sort((a, b) => natural.compare(a.label, b.label));
}
