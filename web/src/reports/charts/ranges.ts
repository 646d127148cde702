/** Temperatures of each route, for a picture. */
import type { RouteTemperatureRow } from "../reports";

/** Above it a temperature is highlighted (spec of planning and reporting, section 9). */
export const HIGHEST_TEMPERATURE = 41;

export function isTooWarm({ Temperature }: RouteTemperatureRow): boolean {
  return Temperature > HIGHEST_TEMPERATURE;
}

export interface RouteRange {
  /** Empty where none was assigned. */
  readonly route: string;
  readonly least: number;
  readonly most: number;
  readonly count: number;
  readonly above: number;
}

/** The routes, the warmest first, and by name among equals. */
export function rangesOf(rows: readonly RouteTemperatureRow[]): readonly RouteRange[] {
  const ranges = new Map<string, { route: string; least: number; most: number; count: number; above: number }>();
  for (const row of rows) {
    const { Temperature: temperature, assignedRoute: route = "" } = row;
    let range = ranges.get(route);
    if (!range) {
      range = { route, least: temperature, most: temperature, count: 0, above: 0 };
      ranges.set(route, range);
    }
    range.least = Math.min(range.least, temperature);
    range.most = Math.max(range.most, temperature);
    range.count += 1;
    if (isTooWarm(row)) range.above += 1;
  }
  return [...ranges.values()].sort((a, b) => b.most - a.most || (a.route < b.route ? -1 : 1));
}
