/** Wall times in a time zone. */

/** The IANA name of the business's time zone, Central time. */
export const BUSINESS_ZONE = "America/Chicago";

export interface WallTime {
  /** A date such as 2026-11-21. */
  readonly date: string;
  /** The full hour, from 0 to 23. */
  readonly hour: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to create, so each is created once. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const digits = "2-digit";
  const options = {
    year: "numeric",
    month: digits,
    day: digits,
    hour: digits,
    hourCycle: "h23",
    timeZone: zone,
  } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-US", options);
  formats.set(zone, format);
  return format;
}

/** The date and the hour that clocks in the zone show at an instant. */
export function toWallTime(instant: Date, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const date = ["year", "month", "day"] as const;
  return { date: date.map((part) => parts.get(part) ?? "").join("-"), hour: Number(parts.get("hour")) };
}
