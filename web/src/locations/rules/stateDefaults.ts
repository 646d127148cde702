/**
 * The defaults of an imported customer record by state (docs/requirements/locations.md, LOC-34). The coordinates are
 * those of the state's largest city and are updated at install.
 */
import { DEFAULT_STOCKING_DAYS, type StockingDays } from "./effects";

export interface StateDefaults {
  readonly latitude: string;
  readonly longitude: string;
  readonly timeZone: "CHICAGO" | "NEWYORK";
  readonly stockingSchedule: StockingDays;
  readonly priceMapTemplate: string;
}

const central = (latitude: string, longitude: string): StateDefaults => ({
  latitude,
  longitude,
  timeZone: "CHICAGO",
  stockingSchedule: DEFAULT_STOCKING_DAYS,
  priceMapTemplate: "PMT_STANDARD",
});

/** The Northeast. Unlike in the create form, Monday stays on: LOC-34 changes three days only. */
const northeast = (latitude: string, longitude: string): StateDefaults => ({
  latitude,
  longitude,
  timeZone: "NEWYORK",
  stockingSchedule: { ...DEFAULT_STOCKING_DAYS, sunday: 1, wednesday: 0, friday: 0 },
  priceMapTemplate: "PMT_NE_STANDARD",
});

const DEFAULTS_BY_STATE: Readonly<Record<string, StateDefaults>> = {
  // Bridgeport
  CT: northeast("41.1792", "-73.1894"),
  // Chicago
  IL: central("41.8781", "-87.6298"),
  // Indianapolis
  IN: central("39.7684", "-86.1581"),
  // Boston
  MA: northeast("42.3601", "-71.0589"),
  // Newark
  NJ: northeast("40.7357", "-74.1724"),
  // New York
  NY: northeast("40.7128", "-74.0060"),
  // Philadelphia
  PA: northeast("39.9526", "-75.1652"),
  // Milwaukee
  WI: central("43.0389", "-87.9065"),
};

/** The states whose records can be imported. */
export const IMPORT_STATES: readonly string[] = Object.keys(DEFAULTS_BY_STATE);

export function stateDefaults(state: string): StateDefaults | undefined {
  return DEFAULTS_BY_STATE[state];
}
