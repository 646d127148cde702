/** What the dashboard is narrowed to, as the address says it (spec of fleet operations, 2.4 and 9). */
import type { Market } from "../../api/schema";
import { marketOf } from "../../routes/market";
import { parseDay } from "../../ui/day";

export interface Filters {
  /** The drop-off date, as 2026-11-21. */
  readonly date: string;
  /** Nothing for all regions. */
  readonly region: Market | undefined;
  /** The fulfillment center; nothing for all. */
  readonly market: string | undefined;
  /** Nothing for all routes of region and market; none at all is possible, and finds nothing. */
  readonly routes: readonly string[] | undefined;
}

/** Whether the results are shown, or the filters. */
const SHOWN = "show";
/** In place of a route: none is chosen. */
const NONE = "";

/** Reads the address; what makes no sense in it is as good as absent: links are typed and shortened by people. */
export function filtersFrom(address: URLSearchParams, today: string): Filters {
  const routes = address.getAll("route").map((route) => route.toLowerCase());
  return {
    date: parseDay(address.get("date") ?? "") ?? today,
    region: marketOf(address.get("region")?.toUpperCase() ?? null),
    market: address.get("market") || undefined,
    routes: routes.length === 0 ? undefined : routes.filter((route) => route !== NONE),
  };
}

/** The address with these filters; a default is left out of it. */
export function withFilters(address: URLSearchParams, filters: Filters, today: string): URLSearchParams {
  const next = new URLSearchParams(address);
  const parts = { date: filters.date === today ? "" : filters.date, region: filters.region, market: filters.market };
  for (const [part, value] of Object.entries(parts)) {
    if (value) next.set(part, value);
    else next.delete(part);
  }
  next.delete("route");
  const { routes } = filters;
  for (const route of routes?.length === 0 ? [NONE] : (routes ?? [])) next.append("route", route);
  return next;
}

export function isShown(address: URLSearchParams): boolean {
  return address.get(SHOWN) === "routes";
}

export function withShown(address: URLSearchParams, shown: boolean): URLSearchParams {
  const next = new URLSearchParams(address);
  if (shown) next.set(SHOWN, "routes");
  else next.delete(SHOWN);
  return next;
}

/** Whether the address says anything of filters: then what the browser remembers is not asked. */
export function saysFilters(address: URLSearchParams): boolean {
  return ["date", "region", "market", "route", SHOWN].some((part) => address.has(part));
}
