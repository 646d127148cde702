/** Calendar dates such as 2026-11-21. Today is the date in the business's time zone. */
import { BUSINESS_ZONE, toWallTime } from "./zone";

const DAY_FORMAT = /^\d{4}-\d{2}-\d{2}$/;
const TYPED_FORMAT = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DAY_MS = 86_400_000;

/** The date at a time in Central time. */
export function businessDay(now: Date = new Date()): string {
  return toWallTime(now, BUSINESS_ZONE).date;
}

/** Parses a typed date: MM/dd/y or YYYY-MM-DD. Returns null if there is no such date. */
export function parseDay(text: string): string | null {
  const typed = text.trim();
  const [, month = "", date = "", year] = TYPED_FORMAT.exec(typed) ?? [];
  const day = year ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : typed;
  if (!DAY_FORMAT.test(day)) return null;
  // A browser moves a day that the month does not have to the next month instead of rejecting it.
  const time = Date.parse(day);
  return !Number.isNaN(time) && toDay(time) === day ? day : null;
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS);
}

/** The date of a time in UTC, in milliseconds. */
function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, "2026-11-21".length);
}
