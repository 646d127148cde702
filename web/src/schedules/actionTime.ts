/** The time of a scheduled change: picked as wall time in the location's time zone, stored as an instant. */
import {
  fromDate,
  getDayOfWeek,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from "@internationalized/date";
import { BUSINESS_ZONE } from "../lib/zone";
import { formatDateTime } from "../lib/formats";
import type { TimeZone } from "../locations/rules/options";

/** The values of the date and time fields, such as `2026-11-24` and `18:00`. */
export interface WallTime {
  readonly date: string;
  readonly time: string;
}

export type PickedTime =
  { readonly ok: true; readonly instant: Date } | { readonly ok: false; readonly message: string };

/**
 * Converts a wall time to an instant. Rejects an hour that daylight saving time skips in spring. An hour that repeats in
 * fall means its first occurrence; the displayed zone abbreviation shows which one it is.
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
    return {
      ok: false,
      message: `${time} does not exist on this day in ${zone.label} because of daylight saving time`,
    };
  }
  const instant = zoned.toDate();
  return instant <= now ? { ok: false, message: "Choose a time in the future" } : { ok: true, instant };
}

/** Converts an instant to the values of the date and time fields. */
export function toWallTime(instant: Date, zone: TimeZone): WallTime {
  const [date = "", time = ""] = toCalendarDateTime(fromDate(instant, zone.iana)).toString().split("T");
  return { date, time: time.slice(0, 5) };
}

/** The initial value of the fields: the first full hour that is at least half an hour away. */
export function suggestedTime(now: Date, zone: TimeZone): WallTime {
  const HOUR_MS = 3_600_000;
  return toWallTime(new Date(Math.ceil((now.getTime() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS), zone);
}

export interface DayPreset {
  readonly label: string;
  /** The start of the day in the location's time zone. */
  readonly at: WallTime;
}

const START_OF_DAY = "00:00";
/** 1 is Monday. */
const MONDAY = 1;

/** The start of the next day and of the next Monday. On a Sunday, both are the same day. */
export function dayPresets(now: Date, zone: TimeZone): readonly DayPreset[] {
  const today = toCalendarDate(fromDate(now, zone.iana));
  // `getDayOfWeek` counts from the first day of the week of the locale, which is a Sunday.
  const daysToMonday = (MONDAY + 7 - getDayOfWeek(today, "en-US")) % 7 || 7;
  const start = (days: number): WallTime => ({ date: today.add({ days }).toString(), time: START_OF_DAY });
  return [
    { label: "Tomorrow", at: start(1) },
    { label: "Next Monday", at: start(daysToMonday) },
  ];
}

/**
 * Formats the instant in the browser's time zone. Returns null if its wall time equals the location's or Central time,
 * which are shown anyway.
 */
export function formatBrowserTime(instant: Date, zone: TimeZone, browserZone: string): string | null {
  const wallTime = (iana: string) => Object.values(toWallTime(instant, { ...zone, iana })).join(" ");
  const shown = [zone.iana, BUSINESS_ZONE].map(wallTime);
  return shown.includes(wallTime(browserZone)) ? null : formatDateTime(instant, { zone: browserZone, weekday: true });
}
