/**
 * The range of time of a report (spec of planning and reporting, section 5), in epoch seconds. The functions'
 * `reports::rules` says the same; both are held to functions/reports/cases/time-range.json.
 */
import { parseDate, parseDateTime, toZoned } from "@internationalized/date";

const BUSINESS_ZONE = "America/Chicago";
const DAY = 86_400;

/** The most days of one report. */
export const LONGEST_DAYS = 92;

/** What is asked for: from the start up to the end, which is not of it. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a range, in the spec's words; null where nothing is. */
export function rangeFault(start: number | null, end: number | null): string | null {
  if (start === null || end === null) return "Start time or End time cannot be null";
  if (start >= end) return "Start time cannot be equal or greater than end time";
  return end - start > LONGEST_DAYS * DAY ? `The time range cannot be longer than ${LONGEST_DAYS} days` : null;
}

/** A business day, from midnight to midnight in Central time: 23 or 25 hours where clocks change. */
export function timeOfDay(day: string): TimeRange {
  const seconds = (date: ReturnType<typeof parseDate>) => date.toDate(BUSINESS_ZONE).getTime() / 1000;
  const date = parseDate(day);
  return { start: seconds(date), end: seconds(date.add({ days: 1 })) };
}

/**
 * The moment that clocks in Chicago show as `2026-11-21T14:30`, null for what is no time. Of an hour that comes twice it
 * is the first; one that clocks leave out is the hour after it.
 */
export function centralSeconds(local: string | null): number | null {
  if (!local) return null;
  try {
    return toZoned(parseDateTime(local), BUSINESS_ZONE, "compatible").toDate().getTime() / 1000;
  } catch {
    return null;
  }
}
