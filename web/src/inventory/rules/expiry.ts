/**
 * Until when a unit keeps (spec of planning and reporting, sections 2 and 9): it is made at 8:00 PM of its production
 * date, and expires at 8:00 AM on that date + shelf life + 1 day, on the clocks in Chicago. Pure: the time is handed in.
 */
import { parseDate, Time, toCalendarDateTime, toZoned } from "@internationalized/date";
import { formatDay } from "../../ui/day";

const BUSINESS_ZONE = "America/Chicago";
const EIGHT = 8;
/** So long before it expires a unit is worth a look. */
const SOON = 24 * 3_600_000;

export const UNKNOWN = "UNKNOWN";

/** The worst first. */
export const FRESHNESSES = ["expired", "soon", "unknown", "good"] as const;
export type Freshness = (typeof FRESHNESSES)[number];

/** '11/19/2026 8:00 PM'. */
export function productionText(productionDate: string): string {
  return `${formatDay(productionDate)} 8:00 PM`;
}

/** '11/24/2026 8:00 AM', or UNKNOWN where the shelf life is not known. */
export function expiryText(productionDate: string, shelfLife: number | undefined): string {
  const day = expiryDay(productionDate, shelfLife);
  return day === null ? UNKNOWN : `${formatDay(day.toString())} 8:00 AM`;
}

/** The moment in milliseconds; null where the shelf life is not known. */
export function expiryOf(productionDate: string, shelfLife: number | undefined): number | null {
  const day = expiryDay(productionDate, shelfLife);
  // Clocks change at two in the night: each day has one eight o'clock, though not always eight hours after midnight.
  return day === null ? null : atEight(day);
}

export function freshnessOf(productionDate: string, shelfLife: number | undefined, now: number): Freshness {
  const expiry = expiryOf(productionDate, shelfLife);
  if (expiry === null) return "unknown";
  if (now >= expiry) return "expired";
  return expiry - now <= SOON ? "soon" : "good";
}

/** The worst of several; nothing where there are none. */
export function worstOf(several: readonly Freshness[]): Freshness | undefined {
  return FRESHNESSES.find((one) => several.includes(one));
}

function expiryDay(productionDate: string, shelfLife: number | undefined) {
  if (shelfLife === undefined) return null;
  try {
    return parseDate(productionDate).add({ days: shelfLife + 1 });
  } catch {
    return null;
  }
}

function atEight(day: ReturnType<typeof parseDate>): number {
  return toZoned(toCalendarDateTime(day, new Time(EIGHT)), BUSINESS_ZONE)
    .toDate()
    .getTime();
}
