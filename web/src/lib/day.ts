/** Calendar dates such as 2026-11-21. Today is the date in the business's time zone. */
import { CalendarDate, fromDate, parseDate, toCalendarDate } from "@internationalized/date";

/** The IANA name of the business's time zone, Central time. */
export const BUSINESS_ZONE = "America/Chicago";
const TYPED_FORMAT = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** The date at a time in Central time. */
export function businessDay(now: Date = new Date()): string {
  return toCalendarDate(fromDate(now, BUSINESS_ZONE)).toString();
}

/** Parses a typed date: MM/dd/y or YYYY-MM-DD. Returns null if there is no such date. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const [, month, date, year] = TYPED_FORMAT.exec(typed) ?? [];
  try {
    if (!year) return parseDate(typed).toString();
    const day = new CalendarDate(Number(year), Number(month), Number(date));
    // `CalendarDate` clamps a day that the month does not have instead of rejecting it.
    return day.month === Number(month) && day.day === Number(date) ? day.toString() : null;
  } catch {
    return null;
  }
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}
