/** Reads and updates forecasts. A forecast belongs to an item and its allocation day (docs/requirements/planning.md, FCT-4). */
import { queryOptions } from "@tanstack/react-query";
import { rest, type ResponseBody } from "../api/rest";

export interface ForecastRow {
  readonly item: string;
  readonly quantity: number;
  /** Allocation day, for example 2026-11-23. */
  readonly date: string;
  readonly productionDate: string | null;
}

/** A change of a forecast quantity. */
export type ForecastEvent = ResponseBody<"GET /forecast/history">["items"][number];

/** First element of the key of every forecast query. An update invalidates all of them. */
export const FORECAST_KEY = "forecast";
/** Shown if loading fails without a message from the server. */
export const UNABLE_TO_LOAD = "Unable to load the forecast, Please check your internet and your permissions";
/** Shown if saving fails without a message from the server. */
export const UNABLE_TO_SAVE = "Unable to save the forecast, Please check your internet and your permissions";
/** Maximum number of days per call. */
const DAYS_PER_CALL = 31;

function rowsOf({ items }: ResponseBody<"GET /forecast/days">): readonly ForecastRow[] {
  return items.map((row) => ({
    item: row.Item,
    quantity: row.Quantity,
    date: row.Date,
    productionDate: row.ProductionDate,
  }));
}

export function forecastQuery(day: string) {
  return queryOptions({
    queryKey: [FORECAST_KEY, "day", day],
    queryFn: async ({ signal }) => rowsOf(await rest("GET /forecast/view/{date}", { path: { date: day } }, { signal })),
  });
}

/** Reads the forecasts of several days. */
export async function readForecasts(days: readonly string[], signal?: AbortSignal): Promise<readonly ForecastRow[]> {
  const calls: Promise<readonly ForecastRow[]>[] = [];
  for (let from = 0; from < days.length; from += DAYS_PER_CALL) {
    const dates = days.slice(from, from + DAYS_PER_CALL).join(",");
    calls.push(rest("GET /forecast/days", { query: { dates } }, { signal }).then(rowsOf));
  }
  return (await Promise.all(calls)).flat();
}

export function forecastsQuery(days: readonly string[]) {
  return queryOptions({
    queryKey: [FORECAST_KEY, "days", days.at(0), days.length],
    queryFn: ({ signal }) => readForecasts(days, signal),
  });
}

/** The latest changes of an item's forecast for a day, newest first. */
export function forecastHistoryQuery(day: string, item: string) {
  return queryOptions({
    queryKey: [FORECAST_KEY, "history", day, item],
    queryFn: async ({ signal }) =>
      (await rest("GET /forecast/history", { query: { date: day, item } }, { signal })).items,
  });
}

/** The server rejects the update with a conflict if the stored quantity is no longer `row.quantity`. */
export async function updateForecast(row: ForecastRow, quantity: number): Promise<void> {
  const { item, date, quantity: seen } = row;
  await rest("PUT /forecast/update", { body: { item, quantity, date, seen } });
}
