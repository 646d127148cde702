/**
 * The time range of a report in epoch seconds (docs/requirements/reports.md, RPT-5). The functions' `reports::rules` has
 * the same rules. Both run the cases in functions/reports/cases/time-range.json.
 */
import { parseDate, parseDateTime, toZoned } from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/zone";

const DAY_SECONDS = 86_400;

/** The maximum length of a report. */
export const MAX_DAYS = 92;

/** Includes the start and excludes the end. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the error message for an invalid range, or null. */
export function validateRange(start: number | null, end: number | null): string | null {
  if (start === null || end === null) return "Start time or End time cannot be null";
  if (start >= end) return "Start time cannot be equal or greater than end time";
  return end - start > MAX_DAYS * DAY_SECONDS ? `The time range cannot be longer than ${MAX_DAYS} days` : null;
}

/** The range of a business day, from midnight to midnight in Central time. It has 23 or 25 hours when the clocks change. */
export function toDayRange(day: string): TimeRange {
  const seconds = (date: ReturnType<typeof parseDate>) => date.toDate(BUSINESS_ZONE).getTime() / 1000;
  const date = parseDate(day);
  return { start: seconds(date), end: seconds(date.add({ days: 1 })) };
}

/**
 * Parses a Central wall time such as `2026-11-21T14:30` into epoch seconds. Returns null for invalid text. An hour that
 * daylight saving time repeats means its first occurrence, and an hour that it skips means the next hour.
 */
export function parseCentralTime(local: string | null): number | null {
  if (!local) return null;
  try {
    return toZoned(parseDateTime(local), BUSINESS_ZONE, "compatible").toDate().getTime() / 1000;
  } catch {
    return null;
  }
}
