import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { isForbidden, messageOf } from "../api/errors";
import { useMyPermissions } from "../session/permissions";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { downloadCsv, toCsv } from "../ui/csv";
import { DateField } from "../ui/DateField";
import { addDays, businessDay, parseDay } from "../ui/day";
import { ListTable } from "../ui/ListTable";
import { sortRows, toggleSort, parseSort, type ListColumn } from "../ui/listTable";
import { ViewSwitch } from "../ui/ViewSwitch";
import { Page } from "../ui/Page";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useUrlState } from "../ui/useUrlState";
import { CallsDialog } from "./CallsDialog";
import { DAY_COLUMNS, PERSON_COLUMNS, createRouteColumns, SCREEN_COLUMNS } from "./columns";
import { usageQuery, type Usage } from "./usage";
import "./usage.css";

const TITLE = "Usage";
const FAILURE = "Unable to load usage, Please check your internet and your permissions";
/** The length of the default range. */
const DEFAULT_DAYS = 7;

const VIEWS = [
  ["", "Routes"],
  ["screens", "Screens"],
  ["people", "People"],
  ["days", "Days"],
] as const;

type ViewId = (typeof VIEWS)[number][0];

/** Shows administrators the usage of the console by route, screen, user and day, with failures and response times. */
export default function UsagePage() {
  const { may } = useMyPermissions();
  return may("ManagePermissions") ? <UsageReport /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden action="view usage" error={error} />
    </Page>
  );
}

function UsageReport() {
  const { address, set, flush } = useUrlState("text");
  const today = businessDay();
  const dayParam = (name: string, fallback: string) => parseDay(address.get(name) ?? "") ?? fallback;
  const to = dayParam("to", today);
  const from = dayParam("from", addDays(to, 1 - DEFAULT_DAYS));
  const view: ViewId = VIEWS.find(([known]) => known === address.get("look"))?.[0] ?? "";
  const usage = useQuery(usageQuery(from, to));
  const [callsOf, setCallsOf] = useState<string | null>(null);
  const columnsForRoutes = useMemo(() => createRouteColumns(setCallsOf), []);
  const shared = { address, set };

  if (isForbidden(usage.error)) return <NotAllowed error={usage.error} />;
  return (
    <Page
      title={TITLE}
      aside={
        <>
          {usage.data && <span role="status">{totals(usage.data)}</span>}
          <Link to="/users/permissions">User Permissions</Link>
        </>
      }
    >
      <div className="usage-controls">
        <DateField label="From" value={from} onChange={(next) => set("from", next)} />
        <DateField label="To" value={to} onChange={(next) => set("to", next === today ? "" : next)} />
        <ViewSwitch label="View" options={VIEWS} value={view} onChange={(next) => set("look", next)} />
        <SearchField
          label="Find"
          placeholder="Route, screen, email or day"
          value={address.get("text") ?? ""}
          onChange={(text) => set("text", text)}
          onBlur={flush}
        />
        <Button onClick={() => void usage.refetch()} busy={usage.isFetching} busyText="Refreshing…">
          Refresh
        </Button>
      </div>
      {usage.isError && (
        <Failure
          message={messageOf(usage.error, FAILURE)}
          onRetry={() => void usage.refetch()}
          retrying={usage.isFetching}
        />
      )}
      {usage.isPending && <Loading label="usage" />}
      {usage.data && (
        <>
          {view === "" && (
            <UsageTable
              name="routes"
              columns={columnsForRoutes}
              rows={usage.data.routes}
              keyOf={({ route }) => route}
              {...shared}
            />
          )}
          {view === "screens" && (
            <UsageTable
              name="screens"
              columns={SCREEN_COLUMNS}
              rows={usage.data.screens}
              keyOf={({ screen }) => screen}
              {...shared}
            />
          )}
          {view === "people" && (
            <UsageTable
              name="people"
              columns={PERSON_COLUMNS}
              rows={usage.data.people}
              keyOf={({ date, user }) => `${date} ${user}`}
              {...shared}
            />
          )}
          {view === "days" && (
            <UsageTable
              name="days"
              columns={DAY_COLUMNS}
              rows={usage.data.days}
              keyOf={({ date }) => date}
              {...shared}
            />
          )}
        </>
      )}
      {callsOf && <CallsDialog route={callsOf} initialDay={to} onClose={() => setCallsOf(null)} />}
    </Page>
  );
}

function totals({ days }: Usage): string {
  const sum = (count: (day: Usage["days"][number]) => number) => days.reduce((all, day) => all + count(day), 0);
  return `${plural(
    sum(({ views }) => views),
    "visit",
  )}, ${plural(
    sum(({ calls }) => calls),
    "call",
  )}, ${sum(({ failures }) => failures)} failed`;
}

interface TableProps<Row> {
  readonly name: "routes" | "screens" | "people" | "days";
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly address: URLSearchParams;
  readonly set: (part: string, value: string) => void;
}

function UsageTable<Row>({ name, columns, rows, keyOf, address, set }: TableProps<Row>) {
  const query = (address.get("text") ?? "").trim().toLowerCase();
  const sort = parseSort(address.get("sort"), columns);
  const found = rows.filter((row) => keyOf(row).toLowerCase().includes(query));
  const listed = sortRows(found, columns, sort);
  if (rows.length === 0) return <Empty>No usage recorded in this period</Empty>;
  return (
    <>
      <div className="usage-bar">
        <span role="status" className="muted">
          {listed.length} of {rows.length}
        </span>
        <ExportButton count={listed.length} onExport={() => downloadCsv(`usage-${name}.csv`, toCsv(columns, listed))} />
      </div>
      {listed.length === 0 ? (
        <Empty>No matches</Empty>
      ) : (
        <ListTable
          label={`Usage of ${name}`}
          className={`usage-${name}`}
          columns={columns}
          rows={listed}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => set("sort", toggleSort(column, sort))}
        />
      )}
    </>
  );
}
