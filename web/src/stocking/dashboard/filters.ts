/** The dashboard's filters (STK-1): parsing and formatting them for the URL. */
import type { Market } from "../../api/schema";
import { parseMarket } from "../../routes/market";
import { parseDay } from "../../lib/day";
import { paths } from "../../lib/paths";

export interface Filters {
  /** The drop-off date, formatted as 2026-11-21. */
  readonly date: string;
  /** Undefined for all regions. */
  readonly region: Market | undefined;
  /** The fulfillment center; undefined for all. */
  readonly market: string | undefined;
  /** Undefined for all routes of the region and market; empty for no routes. */
  readonly routes: readonly string[] | undefined;
}

/** The URL parameter that selects the results or the filters. */
const SHOW_PARAM = "show";
/** The URL value of `route` for an empty selection. */
const NO_ROUTES = "";

/** Parses the filters in the URL. Ignores invalid values, because people type and shorten links. */
export function parseFilters(address: URLSearchParams, today: string): Filters {
  const routes = address.getAll("route").map((route) => route.toLowerCase());
  return {
    date: parseDay(address.get("date") ?? "") ?? today,
    region: parseMarket(address.get("region")?.toUpperCase() ?? null),
    market: address.get("market") || undefined,
    routes: routes.length === 0 ? undefined : routes.filter((route) => route !== NO_ROUTES),
  };
}

/** Returns the URL parameters with the filters. Omits defaults. */
export function withFilters(address: URLSearchParams, filters: Filters, today: string): URLSearchParams {
  const next = new URLSearchParams(address);
  const parts = { date: filters.date === today ? "" : filters.date, region: filters.region, market: filters.market };
  for (const [part, value] of Object.entries(parts)) {
    if (value) next.set(part, value);
    else next.delete(part);
  }
  next.delete("route");
  const { routes } = filters;
  for (const route of routes?.length === 0 ? [NO_ROUTES] : (routes ?? [])) next.append("route", route);
  return next;
}

export function showsResults(address: URLSearchParams): boolean {
  return address.get(SHOW_PARAM) === "routes";
}

export function withResultsShown(address: URLSearchParams, shown: boolean): URLSearchParams {
  const next = new URLSearchParams(address);
  // The last parameter, so that the same filters have the same URL.
  next.delete(SHOW_PARAM);
  next.append(SHOW_PARAM, shown ? "routes" : "filters");
  return next;
}

/** The address of the wall screen with the region, the market and the routes. It always shows the current day. */
export function wallAddress({ region, market, routes }: Filters): string {
  const params = withFilters(new URLSearchParams(), { date: "", region, market, routes }, "").toString();
  return params ? `${paths.stockingWall}?${params}` : paths.stockingWall;
}

/** Whether the URL has filters. If not, the screen shows the results of the saved filters, or of all routes. */
export function hasFilterParams(address: URLSearchParams): boolean {
  return ["date", "region", "market", "route", SHOW_PARAM].some((part) => address.has(part));
}
