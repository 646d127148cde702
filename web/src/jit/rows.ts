/** The day's stops as rows: what can be changed, and what the filters let through. */
import type { Market } from "../api/schema";
import type { CenterOf } from "../locations/fulfillmentCenters";
import type { JitDay } from "./day";
import { lockOf } from "./rules/jit";

export interface JitRow {
  /** The stocking's name. */
  readonly key: string;
  readonly region: Market;
  /** The fulfillment center; empty where it is not known. */
  readonly market: string;
  readonly route: string;
  readonly location: string;
  readonly stop: number;
  readonly jit: boolean | null;
  readonly reason: string | null;
  readonly updatedBy: string | null;
  /** Why it can no longer be changed. */
  readonly lock: string | undefined;
}

export interface JitFilters {
  readonly regions: readonly string[];
  readonly markets: readonly string[];
  readonly route: string;
  readonly location: string;
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * By region, route and stop.
 *
 * @param today the business day
 */
export function rowsOf({ stops, jit }: JitDay, centers: CenterOf, today: string): readonly JitRow[] {
  return stops
    .map(({ stockingDate, market, id, route, stop, stockingIndex }): JitRow => {
      const key = `${stockingDate}#${id}#${stockingIndex}`;
      const known = jit.get(key);
      const standing = {
        jit: known?.jit ?? null,
        decided: Boolean(known?.decidedAt),
        stocked: Boolean(known?.stockedTimeUTC),
        past: stockingDate < today,
      };
      return {
        key,
        region: market,
        market: centers.get(id) ?? "",
        route,
        location: id,
        stop,
        jit: standing.jit,
        reason: known?.reason ?? null,
        updatedBy: known?.email ?? null,
        lock: lockOf(standing),
      };
    })
    .sort(
      (a, b) =>
        a.region.localeCompare(b.region) ||
        natural.compare(a.route, b.route) ||
        a.stop - b.stop ||
        natural.compare(a.location, b.location),
    );
}

export function marketsOf(rows: readonly JitRow[]): readonly string[] {
  return [...new Set(rows.map(({ market }) => market))].filter(Boolean).sort(natural.compare);
}

/** No region, or no market, stands for all. */
export function filterRows(rows: readonly JitRow[], { regions, markets, route, location }: JitFilters) {
  const wantedRoute = route.trim().toLowerCase();
  const wantedLocation = location.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (regions.length === 0 || regions.includes(row.region)) &&
      (markets.length === 0 || markets.includes(row.market)) &&
      row.route.toLowerCase().includes(wantedRoute) &&
      row.location.toLowerCase().includes(wantedLocation),
  );
}

export function filtersFrom(address: URLSearchParams): JitFilters {
  return {
    regions: address.getAll("region"),
    markets: address.getAll("market"),
    route: address.get("route") ?? "",
    location: address.get("location") ?? "",
  };
}

/** The address with a list of values of one part. */
export function withAll(address: URLSearchParams, part: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(part);
  for (const value of values) next.append(part, value);
  return next;
}
