/** Converts the stops of a day to rows and filters them. */
import { compareNames } from "../lib/formats";
import type { Market } from "../api/schema";
import type { CenterByLocation } from "../locations/fulfillmentCenters";
import type { JitDay } from "./day";
import { lockOf } from "./rules/jit";

export interface JitRow {
  /** The stocking id. */
  readonly key: string;
  readonly region: Market;
  /** The fulfillment center. Empty if unknown. */
  readonly market: string;
  readonly route: string;
  readonly location: string;
  readonly stop: number;
  readonly jit: boolean | null;
  readonly reason: string | null;
  readonly updatedBy: string | null;
  /** Why the row is locked. Undefined if it can be changed. */
  readonly lockReason: string | undefined;
}

interface JitFilters {
  readonly regions: readonly string[];
  readonly markets: readonly string[];
  readonly route: string;
  readonly location: string;
}

/**
 * Returns the rows sorted by region, route and stop.
 *
 * @param today the business day
 */
export function rowsOf({ stops, jit }: JitDay, centers: CenterByLocation, today: string): readonly JitRow[] {
  return stops
    .map(({ stockingDate, market, id, route, stop, stockingIndex }): JitRow => {
      const key = `${stockingDate}#${id}#${stockingIndex}`;
      const stored = jit.get(key);
      const state = {
        jit: stored?.jit ?? null,
        decided: Boolean(stored?.decidedAt),
        stocked: Boolean(stored?.stockedTimeUTC),
        past: stockingDate < today,
      };
      return {
        key,
        region: market,
        market: centers.get(id) ?? "",
        route,
        location: id,
        stop,
        jit: state.jit,
        reason: stored?.reason ?? null,
        updatedBy: stored?.email ?? null,
        lockReason: lockOf(state),
      };
    })
    .sort(
      (a, b) =>
        a.region.localeCompare(b.region) ||
        compareNames(a.route, b.route) ||
        a.stop - b.stop ||
        compareNames(a.location, b.location),
    );
}

export function marketsOf(rows: readonly JitRow[]): readonly string[] {
  return [...new Set(rows.map(({ market }) => market))].filter(Boolean).sort(compareNames);
}

/** An empty list of regions or markets matches all. The table itself searches the location. */
export function filterRows(rows: readonly JitRow[], { regions, markets, route }: JitFilters): readonly JitRow[] {
  const query = route.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (regions.length === 0 || regions.includes(row.region)) &&
      (markets.length === 0 || markets.includes(row.market)) &&
      row.route.toLowerCase().includes(query),
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

/** Returns the search parameters with the values of one parameter replaced. */
export function withValues(address: URLSearchParams, part: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(part);
  for (const value of values) next.append(part, value);
  return next;
}
