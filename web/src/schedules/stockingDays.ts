/** The days on which a location is stocked, by its stocking schedule. */
import type { CalendarDate } from "@internationalized/date";
import { isStocked, type StockingDays } from "./cutoff";

const DAYS_PER_WEEK = 7;

/** The first scheduled day, including `from`; null if the schedule has no days. */
export function nextStockingDay(from: CalendarDate, schedule: StockingDays): CalendarDate | null {
  const days = Array.from({ length: DAYS_PER_WEEK }, (_, index) => from.add({ days: index }));
  return days.find((day) => isStocked(day, schedule)) ?? null;
}

/** Today, on which a location can be stocked outside of its schedule, and the scheduled days before. Newest first. */
export function recentStockingDays(today: CalendarDate, schedule: StockingDays, count: number): CalendarDate[] {
  const days = Array.from({ length: DAYS_PER_WEEK * count }, (_, index) => today.subtract({ days: index + 1 }));
  return [today, ...days.filter((day) => isStocked(day, schedule))].slice(0, count);
}
