/** The queries of the reports. Each report is a list of pages, oldest first. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import type { TimeRange } from "./rules/timeRange";

/** Shown when a report fails to load (docs/requirements/reports.md, RPT-5). */
export const LOAD_FAILURE = "Unable to load data, Please check your internet and your permissions";

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly nextToken?: string;
}

/** A channel that dispensed nothing. */
export interface EmptyChannelRow {
  readonly kioskName: string;
  readonly vendItemName: string;
  readonly timestamp: string;
  readonly logicalColumn: number;
  readonly logicalRow: number;
}

/** An item that sold out. Date and time are Central. */
export interface StockOutRow {
  readonly Date: string;
  readonly Time: string;
  readonly Location: string;
  readonly Item: string;
  readonly timestamp: string;
}

/** One entry of the drivers' log: a request to a fridge, its response, or its error. */
export interface DriverLogEntry {
  readonly requestId: string;
  readonly type: "request" | "response" | "error";
  readonly action_time: string;
  readonly uuid: string;
  readonly fridge: string;
  readonly operation: string;
  readonly error?: string;
}

/** A temperature that was measured on a route. */
export interface RouteTemperatureRow {
  readonly Location: string;
  /** Epoch seconds. */
  readonly DateTime: number;
  readonly Temperature: number;
  readonly assignedRoute?: string;
}

/** The first query key of all reports. */
export const REPORTS = ["report"] as const;

function reportQuery<Row>(path: `/reports/${string}`, params: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: [...REPORTS, path, params],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...params, ...(pageParam === null ? {} : { nextToken: pageParam }) });
      return rest<ReportPage<Row>>("GET", query.size > 0 ? `${path}?${query}` : path, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
    // A report can have many pages, so it is read again only on request.
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** The query of a report with these rows. */
export type ReportQuery<Row> = ReturnType<typeof reportQuery<Row>>;

const toCompactDate = (day: string) => day.replaceAll("-", "");
const toRangeParams = ({ start, end }: TimeRange) => ({ startTime: String(start), endTime: String(end) });

export const emptyChannelsQuery = (day: string) =>
  reportQuery<EmptyChannelRow>(`/reports/emptychannel/${toCompactDate(day)}`, {});
export const stockOutsQuery = (day: string) => reportQuery<StockOutRow>(`/reports/stockouts/${toCompactDate(day)}`, {});
export const driverLogQuery = (range: TimeRange) =>
  reportQuery<DriverLogEntry>("/reports/driverlog", toRangeParams(range));
export const routeTemperaturesQuery = (range: TimeRange) =>
  reportQuery<RouteTemperatureRow>("/reports/routetemperatures", toRangeParams(range));

/** The emails of drivers by user id. */
export const driverEmailsQuery = queryOptions({
  queryKey: ["driverEmails"],
  queryFn: async ({ signal }) =>
    (
      await rest<{ readonly emails: Readonly<Record<string, string>> }>(
        "GET",
        "/reports/driverlog/cognitoemails",
        undefined,
        { signal },
      )
    ).emails,
  staleTime: 5 * 60_000,
});
