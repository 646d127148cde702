/** The time of a scheduled change: picked on the wall clock of the location's zone, kept as an instant. */
import { fromDate, parseDateTime, toCalendarDateTime, toZoned } from "@internationalized/date";
import type { TimeZone } from "../locations/rules/options";

/** What the date and the time field hold: `2026-11-24` and `18:00`. */
export interface WallTime {
  readonly date: string;
  readonly time: string;
}

export type PickedTime =
  { readonly ok: true; readonly instant: Date } | { readonly ok: false; readonly message: string };

/**
 * The instant of a wall time. An hour that the clocks skip in spring does not exist and is refused; of an
 * hour that they repeat in autumn the first is meant, as the zone shown beside the time says.
 */
export function pickTime({ date, time }: WallTime, zone: TimeZone, now: Date): PickedTime {
  if (!date || !time) return { ok: false, message: "Choose a date and a time" };
  let wall;
  try {
    wall = parseDateTime(`${date}T${time}`);
  } catch {
    return { ok: false, message: "Choose a date and a time" };
  }
  const zoned = toZoned(wall, zone.iana, "earlier");
  if (toCalendarDateTime(zoned).compare(wall) !== 0) {
    return { ok: false, message: `There is no ${time} on this day in ${zone.label}: the clocks go forward` };
  }
  const instant = zoned.toDate();
  return instant <= now ? { ok: false, message: "Choose a time in the future" } : { ok: true, instant };
}

/** The wall time of an instant in a zone, for the date and the time field. */
export function wallTimeOf(instant: Date, zone: TimeZone): WallTime {
  const [date = "", time = ""] = toCalendarDateTime(fromDate(instant, zone.iana)).toString().split("T");
  return { date, time: time.slice(0, 5) };
}

/** What the fields start with: the first full hour that is at least half an hour away. */
export function suggestedTime(now: Date, zone: TimeZone): WallTime {
  const HOUR = 3_600_000;
  return wallTimeOf(new Date(Math.ceil((now.getTime() + HOUR / 2) / HOUR) * HOUR), zone);
}

/** 'Tue, Nov 24, 2026, 6:00 PM CST'. */
export function formatInstant(instant: Date, iana: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: iana,
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(instant);
}

/** The same instant on the browser's clock, when that differs from the location's. */
export function browserTime(instant: Date, zone: TimeZone, browserZone: string): string | null {
  const here = wallTimeOf(instant, { ...zone, iana: browserZone });
  const there = wallTimeOf(instant, zone);
  return here.date === there.date && here.time === there.time ? null : formatInstant(instant, browserZone);
}
