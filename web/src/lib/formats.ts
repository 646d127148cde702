/**
 * Formats values for the screen and for exported files, in American English. A date is '11/21/2026', a time
 * '5:02 PM CST'. Only this module uses `Intl`.
 */
import { BUSINESS_ZONE } from "./zone";

const LOCALE = "en-US";
const MINUTE_MS = 60_000;

/** A time: ISO text, milliseconds since the epoch, or a `Date`. */
type Instant = string | number | Date;

interface TimeOptions {
  /** The IANA time zone; the business's zone by default. */
  readonly zone?: string;
  /** Whether to show seconds, for lists in which several events happen within a minute. */
  readonly seconds?: boolean;
}

interface DateTimeOptions extends TimeOptions {
  /** Whether the date starts with its weekday, for times that people plan by weekday. */
  readonly weekday?: boolean;
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const DATE = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to create and long tables use few, so each is created once. */
function dateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = dateTimeFormats.get(key) ?? new Intl.DateTimeFormat(LOCALE, options);
  dateTimeFormats.set(key, format);
  return format;
}

/** Returns text that is not a valid time unchanged, and an empty string for another invalid time. */
function formatWith(options: Intl.DateTimeFormatOptions, instant: Instant): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return typeof instant === "string" ? instant : "";
  // Some systems put a narrow no-break space before AM and PM. A plain space can be searched for and copied.
  return dateTimeFormat(options).format(date).replace("\u202f", " ");
}

function clockOptions({ zone = BUSINESS_ZONE, seconds = false }: TimeOptions): Intl.DateTimeFormatOptions {
  return { ...CLOCK, second: seconds ? "2-digit" : undefined, timeZone: zone, timeZoneName: "short" };
}

/** A date such as '11/21/2026'. Returns text that is not a date unchanged. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return year ? `${month}/${date}/${Number(year)}` : day;
}

/** The name of a date's weekday, such as 'Saturday'. */
export function formatWeekday(day: string): string {
  return formatWith({ weekday: "long", timeZone: "UTC" }, day);
}

/** A date with its weekday, such as 'Sat, 11/21/2026'. */
export function formatDayWithWeekday(day: string): string {
  return formatWith({ ...DATE, weekday: "short", timeZone: "UTC" }, day);
}

/** A time of day with its zone, such as '5:02 PM CST' or '5:02:31 PM CST'. */
export function formatTime(instant: Instant, options: TimeOptions = {}): string {
  return formatWith(clockOptions(options), instant);
}

/** A time of day in the business's zone, such as '5:02 PM', for a column whose header names the zone. */
export function formatClock(instant: Instant): string {
  return formatWith({ ...CLOCK, timeZone: BUSINESS_ZONE }, instant);
}

/** A date and a time with its zone, such as '11/21/2026 5:02 PM CST' or 'Sat, 11/21/2026 5:02 PM CST'. */
export function formatDateTime(instant: Instant, { weekday = false, ...options }: DateTimeOptions = {}): string {
  const text = formatWith({ ...clockOptions(options), ...DATE, weekday: weekday ? "short" : undefined }, instant);
  return text.replace(/, (?=\d+:)/, " ");
}

/**
 * A time of day in a fridge's zone with Central time next to it if the clocks differ, such as
 * '10:00 AM EST (9:00 AM CST)'.
 */
export function formatTimeWithCentral(instant: Instant, zone: string): string {
  return hasCentralClock(instant, zone)
    ? formatTime(instant, { zone })
    : `${formatTime(instant, { zone })} (${formatTime(instant)})`;
}

/**
 * A date and a time in a fridge's zone with Central time next to it if the clocks differ, such as
 * '11/21/2026 10:00 AM EST (9:00 AM CST)'. The date is repeated only if it differs.
 */
export function formatDateTimeWithCentral(
  instant: Instant,
  { zone, weekday = false, seconds = false }: DateTimeOptions & { readonly zone: string },
): string {
  const local = formatDateTime(instant, { zone, weekday, seconds });
  if (hasCentralClock(instant, zone)) return local;
  const isSameDate =
    formatWith({ ...DATE, timeZone: zone }, instant) === formatWith({ ...DATE, timeZone: BUSINESS_ZONE }, instant);
  return `${local} (${isSameDate ? formatTime(instant, { seconds }) : formatDateTime(instant, { weekday, seconds })})`;
}

/** Whether clocks in the zone show the same time as in Central time. Zones differ by less than a day. */
export function hasCentralClock(instant: Instant, zone: string): boolean {
  return (
    formatWith({ ...CLOCK, timeZone: zone }, instant) === formatWith({ ...CLOCK, timeZone: BUSINESS_ZONE }, instant)
  );
}

/** The format of the empty channels' timestamps, such as '11/21/2026 17:02 CT' (docs/requirements/reports.md, RPT-1). */
export function formatTimestamp(instant: Instant): string {
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return formatWith({ ...DATE, ...clock, timeZone: BUSINESS_ZONE }, instant).replace(/, (\d+:\d+)$/, " $1 CT");
}

/** The full hour of a time in the business's zone, such as '5 PM', for the axis of a chart. */
export function formatHour(instant: Instant): string {
  return formatWith({ hour: "numeric", timeZone: BUSINESS_ZONE }, instant);
}

/** An hour of the day from 0 to 23, such as '5 PM' for 17. */
export function formatHourOfDay(hour: number): string {
  return formatWith({ hour: "numeric", timeZone: "UTC" }, Date.UTC(2000, 0, 1, hour));
}

/** The name of a zone at a time, such as 'CST'; by default that of the business's zone. */
export function formatZone(instant: Instant, zone = BUSINESS_ZONE): string {
  const parts = dateTimeFormat({ timeZone: zone, timeZoneName: "short" }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The IANA name of the browser's time zone. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Units of an age from the longest to the shortest, with their length. */
const AGE_UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", MINUTE_MS],
];
const age = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });

/** The time since `then`, such as '3 hours ago'; 'just now' for less than a minute. Times are in milliseconds. */
export function formatAge(then: number, now: number): string {
  for (const [unit, milliseconds] of AGE_UNITS) {
    const count = Math.floor((now - then) / milliseconds);
    if (count >= 1) return age.format(-count, unit);
  }
  return "just now";
}

/** The period of a repeated action in milliseconds, after 'every': '15 seconds', 'minute', '2.5 minutes'. */
export function formatPeriod(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${oneDecimalAtMost.format(milliseconds / 1000)} seconds`;
  return milliseconds === MINUTE_MS ? "minute" : `${oneDecimalAtMost.format(milliseconds / MINUTE_MS)} minutes`;
}

/** A duration in whole minutes, such as '45 min', '2 h 5 min' or '3 d 4 h 0 min'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return [
    ...(days > 0 ? [`${days} d`] : []),
    ...(days > 0 || hours > 0 ? [`${hours} h`] : []),
    `${minutes % 60} min`,
  ].join(" ");
}

/** A short duration, such as '0.21 s'. */
export function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
}

/** The remaining seconds as minutes and seconds, such as '4:59'. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const number = new Intl.NumberFormat(LOCALE);
const oneDecimalAtMost = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const percentOfShare = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

/** A number with separators of thousands, such as '2,312'. */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** A measured value with one decimal and without separators, such as '1207.5'. */
export function formatDecimal(value: number): string {
  return value.toFixed(1);
}

/** A count with its noun: '1 stop', '6,000 stops'. `plural` is the plural of a noun that does not end with s. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** Part of a total, such as '37 of 2,312'. */
export function formatPart(part: number, total: number): string {
  return `${formatNumber(part)} of ${formatNumber(total)}`;
}

/** A number of percent, such as '12.5%'. Decimal text keeps its digits. */
export function formatPercent(percent: number | string): string {
  return `${percent}%`;
}

/** A share from 0 to 1 as percent with at most one decimal, such as '33.3%'. */
export function formatShare(share: number): string {
  return percentOfShare.format(share);
}

/** An amount of dollars, such as '$2.50'. The amount is decimal text, because a binary float is not exact. */
export function formatMoney(amount: string): string {
  return `$${amount}`;
}

/** Temperatures are green up to this limit, in degrees Fahrenheit (docs/requirements/health.md, HLT-11). */
export const GREEN_MAX_TEMPERATURE = 38;
/** Temperatures are orange up to this limit and red above it, in degrees Fahrenheit. */
export const ORANGE_MAX_TEMPERATURE = 41;

const MAX_TEMPERATURE_DECIMALS = 6;

/**
 * Formats degrees with one decimal, such as '37.4'. Adds decimals if rounding would move the value into another color:
 * 38.04 stays '38.04', because '38.0' would look green. The server follows the same cases,
 * functions/health/cases/degrees.json.
 */
export function formatDegrees(value: number): string {
  const isSameColor = (text: string) =>
    [GREEN_MAX_TEMPERATURE, ORANGE_MAX_TEMPERATURE].every((limit) => Number(text) <= limit === value <= limit);
  const texts = Array.from({ length: MAX_TEMPERATURE_DECIMALS }, (_, index) => value.toFixed(index + 1));
  return texts.find(isSameColor) ?? String(value);
}

/** A temperature such as '37.4 °F'; null if it is unknown. */
export function formatTemperature(value: number | null | undefined): string | null {
  return typeof value === "number" ? `${formatDegrees(value)} °F` : null;
}

/** The first `max` ids or names, such as 'IL_0001, IL_0002 and 3 more'. */
export function formatNames(names: readonly (string | number)[], max = Infinity): string {
  const rest = names.length - max;
  return `${names.slice(0, max).join(", ")}${rest > 0 ? ` and ${formatNumber(rest)} more` : ""}`;
}

const natural = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });
const idOrder = new Intl.Collator(LOCALE, { numeric: true });

/** Orders names for sorting: 'Route 9' before 'route 10'. Names that differ only in case are equal. */
export const compareNames = natural.compare;

/** Orders ids for sorting: 'IL_9' before 'IL_10'. Only identical ids are equal. */
export const compareIds = idOrder.compare;
