/** What is forecast of items, by the day on which they are allocated (spec of planning and reporting, section 7). */
import { queryOptions } from "@tanstack/react-query";
import { rest } from "../api/rest";

/** A row as the spec (section 3) names it. */
interface ForecastAnswer {
  readonly Item: string;
  readonly Quantity: number;
  readonly Date: string;
  readonly ProductionDate: string | null;
}

export interface ForecastRow {
  readonly item: string;
  readonly quantity: number;
  /** As 2026-11-23. */
  readonly date: string;
  readonly productionDate: string | null;
}

/** One change of a quantity. */
export interface ForecastEvent {
  readonly at: string;
  readonly user: string;
  readonly event: string;
  readonly from: number | null;
  readonly to: number | null;
  /** The file that changed it. */
  readonly file: string | null;
}

interface EventPage {
  readonly items: readonly ForecastEvent[];
  readonly nextToken?: string;
}

/** What all queries of forecasts begin with: to be invalidated when one was changed. */
export const FORECAST = "forecast";
/** Said where nothing could be read and the server had no words for it. */
export const UNABLE_TO_LOAD = "Unable to load the forecast, Please check your internet and your permissions";
/** Said where an edit failed and the server had no words for it. */
export const UNABLE_TO_SAVE = "Unable to save the forecast, Please check your internet and your permissions";
/** Days that the server answers in one call. */
const DAYS_OF_CALL = 31;

function rowsOf({ items }: { readonly items: readonly ForecastAnswer[] }): readonly ForecastRow[] {
  return items.map((row) => ({
    item: row.Item,
    quantity: row.Quantity,
    date: row.Date,
    productionDate: row.ProductionDate,
  }));
}

export function forecastQuery(day: string) {
  return queryOptions({
    queryKey: [FORECAST, "day", day],
    queryFn: async ({ signal }) => rowsOf(await rest("GET", `/forecast/view/${day}`, undefined, { signal })),
  });
}

/** Of several days. */
export async function readForecasts(days: readonly string[], signal?: AbortSignal): Promise<readonly ForecastRow[]> {
  const calls: Promise<readonly ForecastRow[]>[] = [];
  for (let from = 0; from < days.length; from += DAYS_OF_CALL) {
    const dates = days.slice(from, from + DAYS_OF_CALL).join(",");
    calls.push(
      rest<{ items: ForecastAnswer[] }>("GET", `/forecast/days?dates=${dates}`, undefined, { signal }).then(rowsOf),
    );
  }
  return (await Promise.all(calls)).flat();
}

export function forecastsQuery(days: readonly string[]) {
  return queryOptions({
    queryKey: [FORECAST, "days", days.at(0), days.length],
    queryFn: ({ signal }) => readForecasts(days, signal),
  });
}

/** The latest changes of an item's day, newest first. */
export function forecastHistoryQuery(day: string, item: string) {
  return queryOptions({
    queryKey: [FORECAST, "history", day, item],
    queryFn: async ({ signal }) => {
      const asked = `date=${day}&item=${encodeURIComponent(item)}`;
      return (await rest<EventPage>("GET", `/forecast/history?${asked}`, undefined, { signal })).items;
    },
  });
}

/** @param seen what the person saw: where something else is stored now, the server refuses */
export async function updateForecast(row: ForecastRow, quantity: number): Promise<void> {
  await rest("PUT", "/forecast/update", { item: row.item, quantity, date: row.date, seen: row.quantity });
}
