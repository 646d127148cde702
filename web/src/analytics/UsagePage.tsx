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
import { inOrder, nextSort, sortFrom, type ListColumn } from "../ui/listTable";
import { LookSwitch } from "../ui/LookSwitch";
import { Page } from "../ui/Page";
import { plural } from "../ui/plural";
import { SearchField } from "../ui/SearchField";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import { useAddress } from "../ui/useAddress";
import { CallsDialog } from "./CallsDialog";
import { DAY_COLUMNS, PERSON_COLUMNS, routeColumns, SCREEN_COLUMNS } from "./columns";
import { usageQuery, type Usage } from "./usage";
import "./usage.css";

const TITLE = "Usage";
const FAILURE = "Unable to load usage, Please check your internet and your permissions";
/** Days that are shown before others are asked for. */
const DAYS = 7;

const LOOKS = [
  ["", "Routes"],
  ["screens", "Screens"],
  ["people", "People"],
  ["days", "Days"],
] as const;

type Look = (typeof LOOKS)[number][0];

/** What of the console is used, by whom, and what of it is slow or fails: for administrators. */
export default function UsagePage() {
  const { may } = useMyPermissions();
  return may("ManagePermissions") ? <UsageOfDays /> : <NotAllowed />;
}

function NotAllowed({ error }: { readonly error?: unknown }) {
  return (
    <Page title={TITLE}>
      <Forbidden to="see what is used" error={error} />
    </Page>
  );
}

function UsageOfDays() {
  const { address, set, settle } = useAddress("text");
  const today = businessDay();
  const day = (part: string, otherwise: string) => parseDay(address.get(part) ?? "") ?? otherwise;
  const to = day("to", today);
  const from = day("from", addDays(to, 1 - DAYS));
  const look: Look = LOOKS.find(([known]) => known === address.get("look"))?.[0] ?? "";
  const usage = useQuery(usageQuery(from, to));
  const [callsOf, setCallsOf] = useState<string | null>(null);
  const ofRoutes = useMemo(() => routeColumns(setCallsOf), []);
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
        <LookSwitch label="What to see" looks={LOOKS} look={look} onLook={(next) => set("look", next)} />
        <SearchField
          label="Find"
          placeholder="Route, screen, e-mail or day"
          value={address.get("text") ?? ""}
          onChange={(text) => set("text", text)}
          onLeave={settle}
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
      {usage.isPending && <Loading what="usage" />}
      {usage.data && (
        <>
          {look === "" && (
            <UsageTable
              name="routes"
              columns={ofRoutes}
              rows={usage.data.routes}
              keyOf={({ route }) => route}
              {...shared}
            />
          )}
          {look === "screens" && (
            <UsageTable
              name="screens"
              columns={SCREEN_COLUMNS}
              rows={usage.data.screens}
              keyOf={({ screen }) => screen}
              {...shared}
            />
          )}
          {look === "people" && (
            <UsageTable
              name="people"
              columns={PERSON_COLUMNS}
              rows={usage.data.people}
              keyOf={({ date, user }) => `${date} ${user}`}
              {...shared}
            />
          )}
          {look === "days" && (
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
      {callsOf && <CallsDialog route={callsOf} last={to} onClose={() => setCallsOf(null)} />}
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
  const wanted = (address.get("text") ?? "").trim().toLowerCase();
  const sort = sortFrom(address.get("sort"), columns);
  const found = rows.filter((row) => keyOf(row).toLowerCase().includes(wanted));
  const listed = inOrder(found, columns, sort);
  if (rows.length === 0) return <Empty>Nothing was recorded in these days</Empty>;
  return (
    <>
      <div className="usage-bar">
        <span role="status" className="muted">
          {listed.length} of {rows.length}
        </span>
        <ExportButton count={listed.length} onExport={() => downloadCsv(`usage-${name}.csv`, toCsv(columns, listed))} />
      </div>
      {listed.length === 0 ? (
        <Empty>Nothing matches the filter</Empty>
      ) : (
        <ListTable
          label={`Usage of ${name}`}
          className={`usage-${name}`}
          columns={columns}
          rows={listed}
          keyOf={keyOf}
          sort={sort}
          onSort={(column) => set("sort", nextSort(column, sort))}
        />
      )}
    </>
  );
}
