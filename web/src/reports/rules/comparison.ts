/** Compares the last day of a report with the previous day and with the same weekday of the previous week. */
import { fromAbsolute, toCalendarDate, toCalendarDateTime } from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/zone";
import { formatClock, formatDayWithWeekday, formatNumber, formatShare } from "../../lib/formats";
import { toDayRange, type TimeRange } from "./timeRange";

const MINUTE_SECONDS = 60;

const toZoned = (seconds: number) => fromAbsolute(seconds * 1000, BUSINESS_ZONE);
const toSeconds = (time: ReturnType<typeof toZoned>) => time.toDate().getTime() / 1000;

/** The day of the first second of a range. */
export function dayOf({ start }: Pick<TimeRange, "start">): string {
  return toCalendarDate(toZoned(start)).toString();
}

/** A time as a Central wall time, such as `2026-11-21T14:30`. */
export function toLocalTime(seconds: number): string {
  return toCalendarDateTime(toZoned(seconds)).toString().slice(0, 16);
}

export interface Comparison {
  /** The last day of the report, or its part before the report was loaded. */
  readonly current: TimeRange;
  /** The same hours of the previous day. */
  readonly previousDay: TimeRange;
  /** The same hours of the same weekday in the previous week. */
  readonly sameDayLastWeek: TimeRange;
}

/**
 * Returns the ranges that are compared, or null if the report starts in the future. An incomplete day is compared with
 * the same hours of the other days.
 *
 * @param loadedAt epoch seconds
 */
export function planComparison(range: TimeRange, loadedAt: number): Comparison | null {
  const end = Math.min(range.end, Math.ceil(loadedAt / MINUTE_SECONDS) * MINUTE_SECONDS);
  if (end <= range.start) return null;
  const start = Math.max(range.start, toDayRange(dayOf({ start: end - 1 })).start);
  const current = { start, end };
  return { current, previousDay: daysBefore(current, 1), sameDayLastWeek: daysBefore(current, 7) };
}

/** The same hours of an earlier day. They are wall times, because a day has 23 or 25 hours when the clocks change. */
function daysBefore({ start, end }: TimeRange, days: number): TimeRange {
  return {
    start: toSeconds(toZoned(start).subtract({ days })),
    end: toSeconds(toZoned(end).subtract({ days })),
  };
}

export function contains(outer: TimeRange, inner: TimeRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** @param times epoch milliseconds */
export function countInRange(times: readonly number[], { start, end }: TimeRange): number {
  return times.filter((time) => time >= start * 1000 && time < end * 1000).length;
}

export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/**
 * Counts times, in epoch milliseconds, in the same hours of each day of a report, oldest first.
 *
 * @param hours the hours of the last day
 */
export function countByDay(times: readonly number[], report: TimeRange, hours: TimeRange): readonly DayCount[] {
  const days: (TimeRange & { count: number })[] = [];
  for (let day = hours; contains(report, day); day = daysBefore(hours, days.length)) days.unshift({ ...day, count: 0 });
  for (const time of times) {
    const entry = days.find(({ start, end }) => time >= start * 1000 && time < end * 1000);
    if (entry) entry.count += 1;
  }
  return days.map((day) => ({ day: dayOf(day), count: day.count }));
}

/** A change in words, such as '5 more (+12.5%)'. A change from 0 has no percentage. */
export function describeChange(current: number, other: number): string {
  const change = current - other;
  if (change === 0) return "No change";
  const sign = change > 0 ? "+" : "−";
  const percent = other === 0 ? "" : ` (${sign}${formatShare(Math.abs(change) / other)})`;
  return `${formatNumber(Math.abs(change))} ${change > 0 ? "more" : "fewer"}${percent}`;
}

/** The hours of a range within a day, such as 'until 2:06 PM'; empty for the whole day. */
export function describeHours(range: TimeRange): string {
  const day = toDayRange(dayOf(range));
  const parts = [
    range.start > day.start && `from ${formatClock(range.start * 1000)}`,
    range.end < day.end && `until ${formatClock(range.end * 1000)}`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The most days that are listed one by one: a week and the same day of the previous week. */
const MAX_LISTED_DAYS = 8;

/** The counts in words: each of a few days, or the lowest and the highest. */
export function describeDays(days: readonly DayCount[]): string {
  const describe = ({ day, count }: DayCount) => `${formatNumber(count)} on ${formatDayWithWeekday(day)}`;
  const [first, ...rest] = days;
  if (!first) return "";
  if (days.length <= MAX_LISTED_DAYS) return days.map(describe).join("; ");
  const lowest = rest.reduce((least, day) => (day.count < least.count ? day : least), first);
  const highest = rest.reduce((most, day) => (day.count > most.count ? day : most), first);
  return `lowest ${describe(lowest)}; highest ${describe(highest)}`;
}
