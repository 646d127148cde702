/**
 * When a change of allocation is too late for a stocking. Allocation must be set before 6 pm Central on the
 * day before the stocking, in the Northeast two days before. The server records a missed stocking by the same rule
 * (functions/locations/src/rules/cutoff.rs); both run the cases in functions/locations/cases/cutoff.json.
 */
import {
  fromDate,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
  type CalendarDate,
} from "@internationalized/date";
import { WEEKDAYS, type Weekday } from "../locations/rules/hours";

const CENTRAL = "America/Chicago";
const CUTOFF = new Time(18);
/** Two weeks hold every weekday twice: enough to find a stocking that a change reaches, if there is any. */
const HORIZON_DAYS = 14;

export type StockingDays = Readonly<Record<Weekday, number>>;

export interface StockingReach {
  /** The next stocking, when the change comes too late for it. */
  readonly missed: { readonly day: CalendarDate; readonly cutoff: Date } | null;
  /** The first stocking that sees the change; null when the location is never stocked. */
  readonly first: CalendarDate | null;
}

/** Locations whose market is not known yet are judged by their time zone. */
export function isNortheast(location: { readonly market?: string | null; readonly timeZone: string }): boolean {
  return location.market ? location.market === "NE" : location.timeZone === "NEWYORK";
}

export function cutoffOf(stocking: CalendarDate, northeast: boolean): Date {
  const day = stocking.subtract({ days: northeast ? 2 : 1 });
  return toZoned(toCalendarDateTime(day, CUTOFF), CENTRAL).toDate();
}

function isStocked(day: CalendarDate, days: StockingDays): boolean {
  const sundayFirst = day.toDate("UTC").getUTCDay();
  const weekday = WEEKDAYS[(sundayFirst + 6) % 7] as Weekday;
  return days[weekday] === 1;
}

/** What a change at an instant reaches. The next stocking is one of a later business day than the change's. */
export function stockingReach(at: Date, days: StockingDays, northeast: boolean): StockingReach {
  const today = toCalendarDate(fromDate(at, CENTRAL));
  const stockings = Array.from({ length: HORIZON_DAYS }, (_, ahead) => today.add({ days: ahead + 1 })).filter((day) =>
    isStocked(day, days),
  );
  const [next] = stockings;
  const first = stockings.find((day) => at < cutoffOf(day, northeast)) ?? null;
  const missed = next && first !== next ? { day: next, cutoff: cutoffOf(next, northeast) } : null;
  return { missed, first };
}
