/** Summarizes the temperatures of each route for the chart. */
import { ORANGE_MAX_TEMPERATURE } from "../../lib/formats";
import type { RouteTemperatureRow } from "../reports";

/** Higher temperatures, in °F, are highlighted (docs/requirements/reports.md, RPT-4). */
export const MAX_TEMPERATURE = ORANGE_MAX_TEMPERATURE;

export function isTooWarm({ Temperature }: RouteTemperatureRow): boolean {
  return Temperature > MAX_TEMPERATURE;
}

export interface RouteRange {
  /** Empty if no route was assigned. */
  readonly route: string;
  readonly min: number;
  readonly max: number;
  readonly count: number;
  readonly aboveLimit: number;
}

/** Summarizes temperatures by route, sorted by the highest temperature in descending order, then by name. */
export function summarizeByRoute(rows: readonly RouteTemperatureRow[]): readonly RouteRange[] {
  const ranges = new Map<string, { route: string; min: number; max: number; count: number; aboveLimit: number }>();
  for (const row of rows) {
    const { Temperature: temperature, assignedRoute: route = "" } = row;
    let range = ranges.get(route);
    if (!range) {
      range = { route, min: temperature, max: temperature, count: 0, aboveLimit: 0 };
      ranges.set(route, range);
    }
    range.min = Math.min(range.min, temperature);
    range.max = Math.max(range.max, temperature);
    range.count += 1;
    if (isTooWarm(row)) range.aboveLimit += 1;
  }
  return [...ranges.values()].sort((a, b) => b.max - a.max || (a.route < b.route ? -1 : 1));
}
