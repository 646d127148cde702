/** What changed since yesterday, from lists that the home page reads anyway. Pure functions of the loaded data. */
import { addDays, businessDay } from "../../lib/day";

/** The business day before the one of `now`. */
export function yesterdayOf(now: number): string {
  return addDays(businessDay(new Date(now)), -1);
}

/** The number of times of yesterday and today in Central time. */
export function countSince(times: readonly string[], yesterday: string): number {
  return times.filter((at) => businessDay(new Date(at)) >= yesterday).length;
}
