/** What the reports are read from: pages, oldest first, and how they become rows. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";
import type { TimeRange } from "./rules/timeRange";

/** Said when a report could not be loaded (spec of planning and reporting, section 8). */
export const LOAD_FAILURE = "Unable to load data, Please check your internet and your permissions";

export interface ReportPage<Row> {
  readonly items: readonly Row[];
  readonly nextToken?: string;
}

/** A channel that gave nothing. */
export interface EmptyChannelRow {
  readonly kioskName: string;
  readonly vendItemName: string;
  readonly timestamp: string;
  readonly logicalColumn: number;
  readonly logicalRow: number;
}

/** An item that was sold out; date and time are Central. */
export interface StockOutRow {
  readonly Date: string;
  readonly Time: string;
  readonly Location: string;
  readonly Item: string;
  readonly timestamp: string;
}

/** One step of what a driver asked of a fridge. */
export interface DriverLogEntry {
  readonly requestId: string;
  readonly type: "request" | "response" | "error";
  readonly action_time: string;
  readonly uuid: string;
  readonly fridge: string;
  readonly operation: string;
  readonly error?: string;
}

/** A temperature that was taken on a route. */
export interface RouteTemperatureRow {
  readonly Location: string;
  /** Epoch seconds. */
  readonly DateTime: number;
  readonly Temperature: number;
  readonly assignedRoute?: string;
}

/** What the keys of all reports begin with. */
export const REPORTS = ["report"] as const;

function pagesOf<Row>(path: `/reports/${string}`, asked: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: [...REPORTS, path, asked],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...asked, ...(pageParam === null ? {} : { nextToken: pageParam }) });
      return rest<ReportPage<Row>>("GET", query.size > 0 ? `${path}?${query}` : path, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
    // A month is many pages: they are read once, and again when somebody asks for it.
    staleTime: Infinity,
    structuralSharing: false,
  });
}

/** How a report of these rows is read. */
export type ReportQuery<Row> = ReturnType<typeof pagesOf<Row>>;

const digits = (day: string) => day.replaceAll("-", "");
const times = ({ start, end }: TimeRange) => ({ startTime: String(start), endTime: String(end) });

export const emptyChannelsQuery = (day: string) => pagesOf<EmptyChannelRow>(`/reports/emptychannel/${digits(day)}`, {});
export const stockOutsQuery = (day: string) => pagesOf<StockOutRow>(`/reports/stockouts/${digits(day)}`, {});
export const driverLogQuery = (range: TimeRange) => pagesOf<DriverLogEntry>("/reports/driverlog", times(range));
export const routeTemperaturesQuery = (range: TimeRange) =>
  pagesOf<RouteTemperatureRow>("/reports/routetemperatures", times(range));

/** The e-mails of drivers, by their ids. */
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
