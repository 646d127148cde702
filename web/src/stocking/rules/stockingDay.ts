/**
 * The stocking day, from 18:00 Central on the previous day to 18:00 Central (docs/requirements/stocking.md). The server
 * follows the same cases, functions/stocking/cases/stocking-day.json.
 */
import {
  fromDate,
  parseDate,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
  type CalendarDate,
} from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/day";

/** The hour in Central time at which the next stocking day begins. */
const START_HOUR = 18;

/** The half-open interval of a stocking day: `begins` is included, `ends` is not. */
export interface StockingWindow {
  readonly begins: Date;
  readonly ends: Date;
}

/** @param day formatted as 2026-11-21 */
export function stockingWindow(day: string): StockingWindow {
  const date = parseDate(day);
  return { begins: startHourOf(date.subtract({ days: 1 })), ends: startHourOf(date) };
}

/** Returns the stocking day of an instant, formatted as 2026-11-21. */
export function stockingDayOf(instant: Date): string {
  const central = toCalendarDateTime(fromDate(instant, BUSINESS_ZONE));
  return toCalendarDate(central.hour >= START_HOUR ? central.add({ days: 1 }) : central).toString();
}

/** Returns the current stocking day, the default of the dashboard, the Drop Off Summary and JIT Management. */
export function currentStockingDay(): string {
  return stockingDayOf(new Date());
}

function startHourOf(date: CalendarDate): Date {
  return toZoned(toCalendarDateTime(date).set({ hour: START_HOUR }), BUSINESS_ZONE).toDate();
}
