/**
 * Determines whether an allocation change is too late for a stocking. Allocation must be set before 6 pm Central on the
 * day before the stocking, or two days before in the Northeast. The server records a missed stocking by the same rule
 * (functions/locations/src/rules/cutoff.rs). Both run the cases in functions/locations/cases/cutoff.json.
 */
import {
  fromDate,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
  type CalendarDate,
} from "@internationalized/date";
import { BUSINESS_ZONE } from "../lib/zone";
import { WEEKDAYS, type Weekday } from "../lib/weekdays";

const CUTOFF = new Time(18);
/** Two weeks contain each weekday twice, which is enough to find the first stocking that includes a change. */
const HORIZON_DAYS = 14;

export type StockingDays = Readonly<Record<Weekday, number>>;

export interface CutoffResult {
  /** The next stocking, if the change is too late for it. */
  readonly missed: { readonly day: CalendarDate; readonly cutoff: Date } | null;
  /** The first stocking that includes the change. Null if the location is never stocked. */
  readonly first: CalendarDate | null;
}

/** Uses the time zone for locations without a market. */
export function isNortheast(location: { readonly market?: string | null; readonly timeZone: string }): boolean {
  return location.market ? location.market === "NE" : location.timeZone === "NEWYORK";
}

export function cutoffFor(stocking: CalendarDate, northeast: boolean): Date {
  const day = stocking.subtract({ days: northeast ? 2 : 1 });
  return toZoned(toCalendarDateTime(day, CUTOFF), BUSINESS_ZONE).toDate();
}

export function isStocked(day: CalendarDate, days: StockingDays): boolean {
  const sundayFirst = day.toDate("UTC").getUTCDay();
  const weekday = WEEKDAYS[(sundayFirst + 6) % 7] as Weekday;
  return days[weekday] === 1;
}

/** Finds the first stocking that includes a change at `at`. The next stocking is on a business day after that of the change. */
export function checkCutoff(at: Date, days: StockingDays, northeast: boolean): CutoffResult {
  const today = toCalendarDate(fromDate(at, BUSINESS_ZONE));
  const stockings = Array.from({ length: HORIZON_DAYS }, (_, ahead) => today.add({ days: ahead + 1 })).filter((day) =>
    isStocked(day, days),
  );
  const [next] = stockings;
  const first = stockings.find((day) => at < cutoffFor(day, northeast)) ?? null;
  const missed = next && first !== next ? { day: next, cutoff: cutoffFor(next, northeast) } : null;
  return { missed, first };
}
