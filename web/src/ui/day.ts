/** Calendar days: on the wire as 2026-11-21, on the screen as 11/21/2026, today as the business has it. */
import { CalendarDate, fromDate, parseDate, toCalendarDate } from "@internationalized/date";

const BUSINESS_ZONE = "America/Chicago";
const TYPED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** The business day of an instant, in Central time. */
export function businessDay(now: Date = new Date()): string {
  return toCalendarDate(fromDate(now, BUSINESS_ZONE)).toString();
}

/** '11/21/2026', the format MM/dd/y; what is no day is answered as it came. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year ? `${month}/${date}/${Number(year)}` : day;
}

/** The day that somebody typed, as MM/dd/y or as it is on the wire; null where there is no such day. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const [, month, date, year] = TYPED.exec(typed) ?? [];
  try {
    if (!year) return parseDate(typed).toString();
    const day = new CalendarDate(Number(year), Number(month), Number(date));
    // A day that the month does not have is moved into it, rather than refused.
    return day.month === Number(month) && day.day === Number(date) ? day.toString() : null;
  } catch {
    return null;
  }
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString();
}

/** 'Saturday'. */
export function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(parseDate(day).toDate("UTC"));
}
