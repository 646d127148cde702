import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths";
import { formatCount } from "../lib/formats";
import { RefreshButton } from "../ui/RefreshButton";
import { DateField } from "../ui/form/DateField";
import { addDays, businessDay, parseDay } from "../lib/day";
import { ViewSwitch } from "../ui/ViewSwitch";
import { useDefaultParams, useUrlState, type UrlState } from "../lib/useUrlState";
import { QueryPage } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { RequirePermission } from "../session/RequirePermission";
import { DataTable, type Columns } from "../ui/table";
import { Toolbar } from "../ui/Toolbar";
import { Headline } from "../reports/Headline";
import { PresetButtons } from "../reports/PresetButtons";
import { ReportRows } from "../reports/ReportRows";
import { toLocalTime } from "../reports/rules/comparison";
import { PRESETS, toDays, toLocalRange, type LocalRange } from "../reports/rules/presets";
import { toDayRange, type TimeRange } from "../reports/rules/timeRange";
import { useRememberedRange } from "../reports/useRememberedRange";
import { CallsDialog } from "./CallsDialog";
import { DAY_COLUMNS, PERSON_COLUMNS, createRouteColumns, SCREEN_COLUMNS } from "./columns";
import { usageQuery, type Usage } from "./usage";
import { useUsageComparison } from "./useUsageComparison";

const TITLE = "Usage";
const FORBIDDEN = { activity: "view usage", permission: "ManagePermissions" } as const;
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
  return (
    <RequirePermission title={TITLE} {...FORBIDDEN}>
      <UsageReport />
    </RequirePermission>
  );
}

function UsageReport() {
  const today = businessDay();
  const { initial, remember } = useRememberedRange("usage", "last7");
  const url = useDefaultParams(useUrlState("text"), () => toParams(initial()));
  const { address, set, go } = url;
  const dayParam = (name: string, fallback: string) => parseDay(address.get(name) ?? "") ?? fallback;
  const to = dayParam("to", today);
  const from = dayParam("from", addDays(to, 1 - DEFAULT_DAYS));
  const view: ViewId = VIEWS.find(([known]) => known === address.get("look"))?.[0] ?? "";
  const usage = useQuery(usageQuery(from, to));
  const comparison = useUsageComparison(usage.data, { from, to }, today);
  const range = { start: toDayRange(from).start, end: toDayRange(to).end };
  const [callsOf, setCallsOf] = useState<string | null>(null);
  const columnsForRoutes = useMemo(() => createRouteColumns(setCallsOf), []);

  return (
    <>
      <QueryPage
        title={TITLE}
        aside={
          <>
            {usage.data && <span role="status">{totals(usage.data)}</span>}
            <Link to={paths.permissions}>User Permissions</Link>
          </>
        }
        query={usage}
        label="usage"
        error={FAILURE}
        forbidden={FORBIDDEN}
        skeleton={<Skeleton label="usage" rows={12} />}
        toolbar={
          <Toolbar>
            <DateField
              label="From"
              value={from}
              onChange={(next) => {
                remember(toLocalRange(next, to));
                set("from", next);
              }}
            />
            <DateField
              label="To"
              value={to}
              onChange={(next) => {
                remember(toLocalRange(from, next));
                set("to", next);
              }}
            />
            <ViewSwitch label="View" options={VIEWS} value={view} onChange={(next) => set("look", next)} />
            <RefreshButton onRefresh={() => void usage.refetch()} refreshing={usage.isFetching} />
            <PresetButtons
              presets={PRESETS}
              onChoose={(chosen) => {
                remember(chosen);
                go((now) => new URLSearchParams({ ...Object.fromEntries(now), ...toParams(chosen) }));
              }}
            />
          </Toolbar>
        }
      >
        {(data) => (
          <>
            <Headline
              total={sumOf(data, ({ calls }) => calls)}
              range={range}
              comparison={comparison}
              complete
              rowName="call"
              paramsOf={toDayParams}
            />
            <ReportRows>
              {view === "" && (
                <UsageTable
                  name="routes"
                  columns={columnsForRoutes}
                  rows={data.routes}
                  keyOf={({ route }) => route}
                  url={url}
                />
              )}
              {view === "screens" && (
                <UsageTable
                  name="screens"
                  columns={SCREEN_COLUMNS}
                  rows={data.screens}
                  keyOf={({ screen }) => screen}
                  url={url}
                />
              )}
              {view === "people" && (
                <UsageTable
                  name="people"
                  columns={PERSON_COLUMNS}
                  rows={data.people}
                  keyOf={({ date, user }) => `${date} ${user}`}
                  url={url}
                />
              )}
              {view === "days" && (
                <UsageTable name="days" columns={DAY_COLUMNS} rows={data.days} keyOf={({ date }) => date} url={url} />
              )}
            </ReportRows>
          </>
        )}
      </QueryPage>
      {callsOf && <CallsDialog route={callsOf} initialDay={to} onClose={() => setCallsOf(null)} />}
    </>
  );
}

/** The URL parameters of a range of whole days. */
function toParams(range: LocalRange): Readonly<Record<string, string>> {
  const { first, last } = toDays(range);
  return { from: first, to: last };
}

/** The URL parameters of the usage by day in a range. */
function toDayParams({ start, end }: TimeRange): Readonly<Record<string, string>> {
  return { ...toParams({ from: toLocalTime(start), to: toLocalTime(end) }), look: "days" };
}

function sumOf({ days }: Usage, count: (day: Usage["days"][number]) => number): number {
  return days.reduce((all, day) => all + count(day), 0);
}

function totals(usage: Usage): string {
  const sum = (count: (day: Usage["days"][number]) => number) => sumOf(usage, count);
  return `${formatCount(
    sum(({ views }) => views),
    "visit",
  )}, ${formatCount(
    sum(({ calls }) => calls),
    "call",
  )}, ${sum(({ failures }) => failures)} failed`;
}

interface TableProps<Row> {
  readonly name: "routes" | "screens" | "people" | "days";
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  /** The key of a row, which is also the searched text. */
  readonly keyOf: (row: Row) => string;
  readonly url: UrlState;
}

function UsageTable<Row extends object>({ name, columns, rows, keyOf, url }: TableProps<Row>) {
  const { address, set, flush } = url;
  return (
    <DataTable
      name={`usage-${name}`}
      label={`Usage of ${name}`}
      columns={columns}
      rows={rows}
      rowId={keyOf}
      search={{
        label: "Find",
        placeholder: "Route, screen, email or day",
        value: address.get("text") ?? "",
        onChange: (text) => set("text", text),
        onBlur: flush,
      }}
      matches={(row, query) => keyOf(row).toLowerCase().includes(query)}
      sort={address.get("sort") ?? ""}
      onSort={(sort) => set("sort", sort)}
      csvName={`usage-${name}.csv`}
      empty="No usage recorded in this period"
    />
  );
}
