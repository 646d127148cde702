/**
 * The stocking day: from 18:00 Central of the day before up to 18:00 Central (spec of fleet operations, 4.4 and 9). The
 * server has the same rule; `functions/stocking/cases/stocking-day.json` holds both to the same answers.
 */
import {
  fromDate,
  parseDate,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
  type CalendarDate,
} from "@internationalized/date";

const CENTRAL = "America/Chicago";
/** The hour of the evening at which the next day begins. */
const HOUR = 18;

/** From when on, and before when, it is the stocking day. */
export interface StockingWindow {
  readonly begins: Date;
  readonly ends: Date;
}

/** @param day as 2026-11-21 */
export function stockingWindow(day: string): StockingWindow {
  const date = parseDate(day);
  return { begins: evening(date.subtract({ days: 1 })), ends: evening(date) };
}

/** The stocking day of an instant, as 2026-11-21. */
export function stockingDayOf(instant: Date): string {
  const central = toCalendarDateTime(fromDate(instant, CENTRAL));
  return toCalendarDate(central.hour >= HOUR ? central.add({ days: 1 }) : central).toString();
}

/** The stocking day now: the day that the dashboard, the Drop Off Summary and JIT Management start with. */
export function currentStockingDay(): string {
  return stockingDayOf(new Date());
}

function evening(date: CalendarDate): Date {
  return toZoned(toCalendarDateTime(date).set({ hour: HOUR }), CENTRAL).toDate();
}
