/**
 * The stocking day, from 18:00 Central on the previous day to 18:00 Central (docs/requirements/stocking.md). The server
 * follows the same cases, functions/stocking/cases/stocking-day.json.
 */
import { addDays } from "../../lib/day";
import { BUSINESS_ZONE, toWallTime } from "../../lib/zone";

/** The hour in Central time at which the next stocking day begins. */
const START_HOUR = 18;
const HOUR_MS = 3_600_000;

/** The half-open interval of a stocking day: `begins` is included, `ends` is not. */
export interface StockingWindow {
  readonly begins: Date;
  readonly ends: Date;
}

/** @param day formatted as 2026-11-21 */
export function stockingWindow(day: string): StockingWindow {
  return { begins: startHourOf(addDays(day, -1)), ends: startHourOf(day) };
}

/** Returns the stocking day of an instant, formatted as 2026-11-21. */
export function stockingDayOf(instant: Date): string {
  const { date, hour } = toWallTime(instant, BUSINESS_ZONE);
  return hour >= START_HOUR ? addDays(date, 1) : date;
}

/** Returns the current stocking day, the default of the dashboard, the Drop Off Summary and JIT Management. */
export function currentStockingDay(): string {
  return stockingDayOf(new Date());
}

/** Clocks change at night, so between noon and the start hour Central time has one offset to UTC. */
function startHourOf(day: string): Date {
  const startInUtc = Date.parse(`${day}T${START_HOUR}:00Z`);
  const { hour } = toWallTime(new Date(startInUtc), BUSINESS_ZONE);
  return new Date(startInUtc + (START_HOUR - hour) * HOUR_MS);
}
