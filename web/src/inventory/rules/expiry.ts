/**
 * Computes the expiry of units (docs/requirements/reports.md, INV-2). A unit is produced at 8:00 PM on its production date
 * and expires at 8:00 AM on that date + shelf life + 1 day, in Central time.
 */
import { parseDate, Time, toCalendarDateTime, toZoned } from "@internationalized/date";
import { BUSINESS_ZONE } from "../../lib/zone";
import { formatDateTimeWithCentral, formatDay, hasCentralClock } from "../../lib/formats";

/** In Central time. */
const EXPIRY_HOUR = 8;
/** Units that expire within this period are marked, in milliseconds. */
const EXPIRING_SOON_PERIOD = 24 * 3_600_000;

export const UNKNOWN = "UNKNOWN";

/** Worst first. */
export const FRESHNESS_ORDER = ["expired", "soon", "unknown", "good"] as const;
export type Freshness = (typeof FRESHNESS_ORDER)[number];

/** Formats as `11/19/2026 8:00 PM`. */
export function formatProduction(productionDate: string): string {
  return `${formatDay(productionDate)} 8:00 PM`;
}

/**
 * Formats as `11/24/2026 8:00 AM`, or UNKNOWN without a shelf life. If the fridge's clock differs, its time is first and
 * both have their zone: `11/24/2026 9:00 AM EST (8:00 AM CST)`.
 */
export function formatExpiry(productionDate: string, shelfLife: number | undefined, zone = BUSINESS_ZONE): string {
  const day = expiryDay(productionDate, shelfLife);
  if (day === null) return UNKNOWN;
  const expiry = atExpiryHour(day);
  return hasCentralClock(expiry, zone)
    ? `${formatDay(day.toString())} 8:00 AM`
    : formatDateTimeWithCentral(expiry, { zone });
}

/** Returns the expiry in milliseconds; null without a shelf life. */
export function expiryOf(productionDate: string, shelfLife: number | undefined): number | null {
  const day = expiryDay(productionDate, shelfLife);
  // Daylight saving time changes at 2 AM, so 8 AM is not always eight hours after midnight.
  return day === null ? null : atExpiryHour(day);
}

export function freshnessOf(productionDate: string, shelfLife: number | undefined, now: number): Freshness {
  const expiry = expiryOf(productionDate, shelfLife);
  if (expiry === null) return "unknown";
  if (now >= expiry) return "expired";
  return expiry - now <= EXPIRING_SOON_PERIOD ? "soon" : "good";
}

/** Returns the worst freshness; undefined for an empty list. */
export function worstFreshness(freshnesses: readonly Freshness[]): Freshness | undefined {
  return FRESHNESS_ORDER.find((freshness) => freshnesses.includes(freshness));
}

function expiryDay(productionDate: string, shelfLife: number | undefined) {
  if (shelfLife === undefined) return null;
  try {
    return parseDate(productionDate).add({ days: shelfLife + 1 });
  } catch {
    return null;
  }
}

function atExpiryHour(day: ReturnType<typeof parseDate>): number {
  return toZoned(toCalendarDateTime(day, new Time(EXPIRY_HOUR)), BUSINESS_ZONE)
    .toDate()
    .getTime();
}
