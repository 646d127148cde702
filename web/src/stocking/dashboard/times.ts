/** Formats times of a stocking day in Central time. */
import { businessDay, formatDay } from "../../ui/day";

const ZONE = "America/Chicago";
const time = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, hour: "numeric", minute: "2-digit" });
const withSeconds = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeStyle: "medium" });

/** Formats as `9:05 AM`. Adds the date if it is not `day`, because a stocking day includes the previous evening. */
export function formatTime(instant: string | null, day: string): string | null {
  if (instant === null) return null;
  const at = new Date(instant);
  const date = businessDay(at);
  return date === day ? time.format(at) : `${formatDay(date).slice(0, 5)} ${time.format(at)}`;
}

/** Formats as `9:05:12 AM CT`. */
export function formatAsOf(at: number): string {
  return `${withSeconds.format(at)} CT`;
}
