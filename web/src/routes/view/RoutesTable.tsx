import type { CSSProperties, ReactNode } from "react";
import type { CsvColumn } from "../../lib/csv";
import { formatCount, formatDay } from "../../lib/formats";
import { paths } from "../../lib/paths";
import {
  DataTable,
  dateTime,
  id,
  number,
  tableColumns,
  text,
  type DataTableProps,
  type TableGroups,
} from "../../ui/table";
import { Muted } from "../../ui/text";
import type { RouteStop } from "../locationRoutes";
import { formatTotes, isRemoval, matchesStop, UNKNOWN } from "../rules/routeStops";
import { toPastel } from "./pastel";
import styles from "./routesTable.module.css";

/** The columns. The date and the region are the same in all rows of a route, so they do not sort. */
const COLUMNS = tableColumns<RouteStop>([
  dateTime("date", {
    label: "Date",
    value: ({ stockingDate }) => stockingDate,
    format: formatDay,
    csv: ({ stockingDate }) => formatDay(stockingDate),
    sortable: false,
    priority: 3,
  }),
  text("region", {
    label: "Region",
    value: ({ market }) => market,
    sortable: false,
    priority: 3,
    minWidth: 5,
    grow: 1,
  }),
  number("stop", { label: "Stop", value: ({ stop }) => stop }),
  id("location", { label: "Location", value: (stop) => stop.id, to: (stop) => paths.location(stop.id), grow: 2 }),
  number("toteCount", {
    label: "Tote Count",
    value: ({ toteCountPerStop }) => toteCountPerStop ?? UNKNOWN,
    sortValue: ({ toteCountPerStop }) => toteCountPerStop,
    cell: ({ toteCountPerStop }) => toteCountPerStop ?? <Muted>{UNKNOWN}</Muted>,
  }),
  text("stopType", {
    label: "Stop Type",
    value: ({ stopType }) => stopType,
    cell: (stop) => (isRemoval(stop) ? <strong>{stop.stopType}</strong> : stop.stopType),
  }),
]);

const CSV_COLUMNS: readonly CsvColumn<RouteStop>[] = [
  { header: "Route", value: ({ route }) => route },
  ...COLUMNS.map(({ label, csv, value }) => ({ header: label, value: csv || value })),
];

const GROUPS: TableGroups<RouteStop> = {
  of: ({ route }) => route,
  header: ({ key }) => `ROUTE: ${key}`,
  summary: ({ rows, all }) => (
    <>
      <span>SUMMARY</span>
      <span>{formatCount(all.length, "stop")}</span>
      <span>{formatTotes(all)}</span>
      {rows.length < all.length && <span>{formatCount(rows.length, "stop")} shown</span>}
    </>
  ),
  style: ({ key }) => {
    const { light, dark } = toPastel(key);
    const colors: CSSProperties & Record<`--${string}`, string> = { "--route-light": light, "--route-dark": dark };
    return colors;
  },
};

interface Props extends Pick<
  DataTableProps<RouteStop>,
  "sort" | "onSort" | "views" | "search" | "noMatches" | "actions"
> {
  /** The stops of the day, sorted by route and position. */
  readonly stops: readonly RouteStop[];
  readonly date: string;
  readonly empty: ReactNode;
}

/** The stops of a day, grouped by route (docs/requirements/routes.md, RTE-3). */
export function RoutesTable({ stops, date, ...table }: Props) {
  return (
    <div className={styles.routes}>
      <DataTable
        {...table}
        name="routes"
        label="Routes"
        columns={COLUMNS}
        rows={stops}
        rowId={({ route, id: location, stockingIndex }) => `${route}\n${location}\n${stockingIndex}`}
        groups={GROUPS}
        matches={matchesStop}
        count={(listed) => {
          const isFiltered = Boolean(table.search?.value.trim());
          return isFiltered ? `${countStops(listed)} of ${countStops(stops)}` : countStops(listed);
        }}
        csvName={`routes-${date}.csv`}
        csvColumns={CSV_COLUMNS}
        rowClass={(stop) => (isRemoval(stop) ? styles.removal : undefined)}
      />
    </div>
  );
}

function countStops(stops: readonly RouteStop[]): string {
  const routes = new Set(stops.map(({ route }) => route)).size;
  return `${formatCount(routes, "route")}, ${formatCount(stops.length, "stop")}`;
}
