/**
 * What choosing a state or a time zone does to a new location (spec of locations, section 5.1). Both suites run the
 * cases in functions/locations/cases/effects.json.
 */
import type { Weekday } from "./hours";

/** 1 on days on which the location is stocked, else 0. */
export type StockingDays = Readonly<Record<Weekday, number>>;

/** Monday to Friday. */
export const USUAL_STOCKING: StockingDays = {
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

/** The tax rate that comes with a state; nothing where the state says none. */
export function taxRateOf(state: string): string | undefined {
  return TAX_RATES[state];
}

const FORCED_STOCKING: Readonly<Record<string, Partial<StockingDays>>> = {
  NEWYORK: { sunday: 1, monday: 0, wednesday: 0, friday: 0 },
};

/** Whether the time zone leaves no choice about a day. */
export function isStockingForced(timeZone: string, day: Weekday): boolean {
  return FORCED_STOCKING[timeZone]?.[day] !== undefined;
}

/** The days on which a location of the time zone is stocked, where somebody chose `days`. */
export function stockingIn(timeZone: string, days: StockingDays): StockingDays {
  return { ...days, ...FORCED_STOCKING[timeZone] };
}
