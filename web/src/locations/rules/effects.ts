/**
 * How the state and the time zone change a new location (docs/requirements/locations.md, LOC-24 and LOC-25). The tests of
 * the server and of this module run the same cases in functions/locations/cases/effects.json.
 */
import type { Weekday } from "../../lib/weekdays";

/** 1 for days on which the location is stocked, otherwise 0. */
export type StockingDays = Readonly<Record<Weekday, number>>;

/** Monday to Friday. */
export const DEFAULT_STOCKING_DAYS: StockingDays = {
  monday: 1,
  tuesday: 1,
  wednesday: 1,
  thursday: 1,
  friday: 1,
  saturday: 0,
  sunday: 0,
};

const TAX_RATES: Readonly<Record<string, string>> = {
  IL: "2.25",
  IN: "2.25",
  NY: "2.25",
  NJ: "2.25",
  PA: "2.25",
  WI: "0",
};

/** The tax rate of a state, or undefined if it has none. */
export function taxRateOf(state: string): string | undefined {
  return TAX_RATES[state];
}

const FORCED_STOCKING: Readonly<Record<string, Partial<StockingDays>>> = {
  NEWYORK: { sunday: 1, monday: 0, wednesday: 0, friday: 0 },
};

/** The days that the time zone sets. */
export function forcedStockingDays(timeZone: string): Partial<StockingDays> {
  return FORCED_STOCKING[timeZone] ?? {};
}

/** The selected days with those that the time zone sets. */
export function applyForcedStockingDays(timeZone: string, days: StockingDays): StockingDays {
  return { ...days, ...forcedStockingDays(timeZone) };
}
