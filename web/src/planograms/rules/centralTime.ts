/** The times of a planogram file: MM/DD/YYYY hh:mm:ss, on the clock of Chicago, across its changes. */
import { CalendarDateTime, fromAbsolute, toCalendarDateTime, toZoned } from "@internationalized/date";

const ZONE = "America/Chicago";
const WRITTEN = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2})$/;

export type ReadTime =
  | { readonly ok: true; readonly instant: string }
  /** `skipped`: clocks go forward over it. */
  | { readonly ok: false; readonly why: "format" | "skipped" };

/** The instant of a written time; of an hour that there is twice the first. */
export function readCentral(text: string): ReadTime {
  const [, month, day, year, hour, minute, second] = (WRITTEN.exec(text) ?? []).map(Number);
  if (month === undefined) return { ok: false, why: "format" };
  const [y, d, h, m, s] = [year, day, hour, minute, second].map((part) => part ?? 0) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (y < 1 || month < 1 || d < 1 || h > 23 || m > 59 || s > 59) return { ok: false, why: "format" };
  const local = new CalendarDateTime(y, month, d, h, m, s);
  // A day that the month does not have is moved into it, rather than refused.
  if (local.month !== month || local.day !== d) return { ok: false, why: "format" };
  const zoned = toZoned(local, ZONE, "earlier");
  if (toCalendarDateTime(zoned).compare(local) !== 0) return { ok: false, why: "skipped" };
  return { ok: true, instant: zoned.toDate().toISOString() };
}

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as a file has it. */
export function writeCentral(instant: string): string {
  const { year, month, day, hour, minute, second } = fromAbsolute(Date.parse(instant), ZONE);
  return `${two(month)}/${two(day)}/${String(year).padStart(4, "0")} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** The same for a browser's own date and time control, to the minute. */
export function toControl(instant: string): string {
  const { year, month, day, hour, minute } = fromAbsolute(Date.parse(instant), ZONE);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** What such a control says; null where it says nothing, or a time that clocks skip. */
export function fromControl(value: string): string | null {
  const [, year, month, day, time] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(value) ?? [];
  if (!year) return null;
  const read = readCentral(`${month}/${day}/${year} ${time}:00`);
  return read.ok ? read.instant : null;
}
