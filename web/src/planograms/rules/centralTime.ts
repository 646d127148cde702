/** Parses and formats the times of a planogram file: MM/DD/YYYY hh:mm:ss in Central time, including clock changes. */
import { CalendarDateTime, fromAbsolute, toCalendarDateTime, toZoned } from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/zone";

const FORMAT = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2})$/;

export type ParsedTime =
  | { readonly ok: true; readonly instant: string }
  /** `skipped`: the time does not exist because the clocks go forward. */
  | { readonly ok: false; readonly reason: "format" | "skipped" };

/** Converts a local time to an instant. A repeated hour is the first of the two. */
export function parseCentralTime(text: string): ParsedTime {
  const [, month, day, year, hour, minute, second] = (FORMAT.exec(text) ?? []).map(Number);
  if (month === undefined) return { ok: false, reason: "format" };
  const [y, d, h, m, s] = [year, day, hour, minute, second].map((part) => part ?? 0) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (y < 1 || month < 1 || d < 1 || h > 23 || m > 59 || s > 59) return { ok: false, reason: "format" };
  const local = new CalendarDateTime(y, month, d, h, m, s);
  // `CalendarDateTime` clamps an invalid day instead of rejecting it.
  if (local.month !== month || local.day !== d) return { ok: false, reason: "format" };
  const zoned = toZoned(local, BUSINESS_ZONE, "earlier");
  if (toCalendarDateTime(zoned).compare(local) !== 0) return { ok: false, reason: "skipped" };
  return { ok: true, instant: zoned.toDate().toISOString() };
}

const pad = (value: number) => String(value).padStart(2, "0");

/** Formats an instant like in a file. */
export function formatCentralTime(instant: string): string {
  const { year, month, day, hour, minute, second } = fromAbsolute(Date.parse(instant), BUSINESS_ZONE);
  return `${pad(month)}/${pad(day)}/${String(year).padStart(4, "0")} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** Formats an instant for an input of type datetime-local, to the minute. */
export function toDateTimeInput(instant: string): string {
  const { year, month, day, hour, minute } = fromAbsolute(Date.parse(instant), BUSINESS_ZONE);
  return `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
}

/** Parses the value of an input of type datetime-local. Returns null if it is empty or the time does not exist. */
export function fromDateTimeInput(value: string): string | null {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(value) ?? [];
  if (!year) return null;
  const parsed = parseCentralTime(`${month}/${day}/${year} ${time}:00`);
  return parsed.ok ? parsed.instant : null;
}
