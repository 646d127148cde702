/** The queries of the reports. Each report is a list of pages, oldest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { pagesOfRest, rest, type PageQuery, type ResponseBody } from "../api/rest";
import type { TimeRange } from "./rules/timeRange";

/** Shown when a report fails to load (docs/requirements/reports.md, RPT-5). */
export const LOAD_FAILURE = "Unable to load data, Please check your internet and your permissions";

/** The routes of the reports that are lists. */
type ReportRoute =
  | "GET /reports/emptychannel/{date}"
  | "GET /reports/stockouts/{date}"
  | "GET /reports/driverlog"
  | "GET /reports/routetemperatures";

type RowOf<R extends ReportRoute> = ResponseBody<R> extends ReportPage<infer Row> ? Row : never;

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly nextToken?: string;
}

/** A channel that dispensed nothing. */
export type EmptyChannelRow = RowOf<"GET /reports/emptychannel/{date}">;
/** An item that sold out. Date and time are Central. */
export type StockOutRow = RowOf<"GET /reports/stockouts/{date}">;
/** One entry of the drivers' log: a request to a fridge, its response, or its error. */
export type DriverLogEntry = RowOf<"GET /reports/driverlog">;
/** A temperature that was measured on a route, at a time in epoch seconds. */
export type RouteTemperatureRow = RowOf<"GET /reports/routetemperatures">;

/** The first query key of all reports. */
export const REPORTS = ["report"] as const;

/** @param read reads the page that the query parameters `page` select */
function reportQuery<Row>(
  key: readonly unknown[],
  read: (page: PageQuery, signal: AbortSignal) => Promise<ReportPage<Row>>,
) {
  return infiniteQueryOptions({
    queryKey: [...REPORTS, ...key],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    ...pagesOfRest,
    // A report can have many pages, so it is read again only on request.
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** The query of a report with these rows. */
export type ReportQuery<Row> = ReturnType<typeof reportQuery<Row>>;

const toCompactDate = (day: string) => day.replaceAll("-", "");
const toTimeQuery = ({ start, end }: TimeRange) => ({ startTime: String(start), endTime: String(end) });

export const emptyChannelsQuery = (day: string) =>
  reportQuery(["emptychannel", day], (query, signal) =>
    rest("GET /reports/emptychannel/{date}", { path: { date: toCompactDate(day) }, query }, { signal }),
  );
export const stockOutsQuery = (day: string) =>
  reportQuery(["stockouts", day], (query, signal) =>
    rest("GET /reports/stockouts/{date}", { path: { date: toCompactDate(day) }, query }, { signal }),
  );
export const driverLogQuery = (range: TimeRange) =>
  reportQuery(["driverlog", range], (page, signal) =>
    rest("GET /reports/driverlog", { query: { ...toTimeQuery(range), ...page } }, { signal }),
  );
export const routeTemperaturesQuery = (range: TimeRange) =>
  reportQuery(["routetemperatures", range], (page, signal) =>
    rest("GET /reports/routetemperatures", { query: { ...toTimeQuery(range), ...page } }, { signal }),
  );

/** The emails of drivers by user id. */
export const driverEmailsQuery = queryOptions({
  queryKey: ["driverEmails"],
  queryFn: async ({ signal }) => (await rest("GET /reports/driverlog/cognitoemails", {}, { signal })).emails,
  staleTime: 5 * 60_000,
});
