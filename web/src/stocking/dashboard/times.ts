/** Times of a stocking day, in Central time. */
import { businessDay, formatDay } from "../../ui/day";

const ZONE = "America/Chicago";
const time = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, hour: "numeric", minute: "2-digit" });
const withSeconds = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeStyle: "medium" });

/** '9:05 AM', with the day before it where that is not `day`: the evening before belongs to the stocking day. */
export function timeText(instant: string | null, day: string): string | null {
  if (instant === null) return null;
  const at = new Date(instant);
  const of = businessDay(at);
  return of === day ? time.format(at) : `${formatDay(of).slice(0, 5)} ${time.format(at)}`;
}

/** '9:05:12 AM CT'. */
export function asOfText(at: number): string {
  return `${withSeconds.format(at)} CT`;
}
