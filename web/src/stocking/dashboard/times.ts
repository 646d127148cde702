/** Formats times of a stocking day in Central time. */
import { businessDay } from "../../lib/day";
import { formatClock, formatDay } from "../../lib/formats";

/** Formats as `9:05 AM`. Adds the date if it is not `day`, because a stocking day includes the previous evening. */
export function formatStopTime(instant: string | null, day: string): string | null {
  if (instant === null) return null;
  const date = businessDay(new Date(instant));
  return date === day ? formatClock(instant) : `${formatDay(date)} ${formatClock(instant)}`;
}
