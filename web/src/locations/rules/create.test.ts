import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/create.json";
import effects from "../../../../functions/locations/cases/effects.json";
import { WEEKDAYS } from "../../lib/weekdays";
import { checkCreate, DEFAULTS, withoutEmpty, type CreateContext } from "./create";
import { forcedStockingDays, applyForcedStockingDays, taxRateOf, DEFAULT_STOCKING_DAYS } from "./effects";

interface Case extends CreateContext {
  readonly name: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

describe("checkCreate (LOC-21, LOC-22)", () => {
  for (const { name, change, errors, ...context } of cases.cases as readonly Case[]) {
    it(name, () => {
      expect(checkCreate({ ...cases.form, ...change }, context)).toEqual(errors);
    });
  }

  it("drops empty fields and trims texts (LOC-27)", () => {
    expect(withoutEmpty({ id: " FRIDGE_1 ", route: "", stop: "  ", holidayScreenStartDate: null, prod: 0 })).toEqual({
      id: "FRIDGE_1",
      prod: 0,
    });
  });
});

describe("effects of state and time zone (LOC-24, LOC-25)", () => {
  it.each(effects.states)("sets taxRate to $taxRate for the state $state", ({ state, taxRate }) => {
    expect(taxRateOf(state) ?? null).toBe(taxRate);
  });

  it.each(effects.timeZones)("applies the stocking days of $timeZone", ({ timeZone, stockingSchedule }) => {
    expect(applyForcedStockingDays(timeZone, DEFAULT_STOCKING_DAYS)).toEqual(stockingSchedule);
  });

  it("forces Sunday, Monday, Wednesday and Friday for NEWYORK and keeps the other days", () => {
    const forced = WEEKDAYS.filter((day) => day in forcedStockingDays("NEWYORK"));
    expect(forced).toEqual(["monday", "wednesday", "friday", "sunday"]);
    expect(applyForcedStockingDays("NEWYORK", { ...DEFAULT_STOCKING_DAYS, tuesday: 0, saturday: 1 })).toMatchObject({
      tuesday: 0,
      saturday: 1,
    });
  });
});

describe("defaults of a new location (LOC-23)", () => {
  it.each([
    ["accessTo", "Private"],
    ["state", "IL"],
    ["holidayScreenEnabled", "0"],
    ["holidayScreenFridgeSpecific", "0"],
    ["percentage", "0"],
    ["prod", "0"],
    ["publicStatus", "OFFLINE"],
    ["status", "OFFLINE"],
    ["priceMapTemplate", "PMT_STANDARD"],
    ["fridgeSchema", "MW_STANDARD/latest"],
    ["reserve", "0"],
    ["stop", "0"],
    ["taxRate", "2.25"],
    ["vertical", "Office"],
    ["timeZone", "CHICAGO"],
    ["layoutName", ""],
  ] as const)("defaults %s to %j", (field, value) => {
    expect(DEFAULTS[field]).toBe(value);
  });

  it("stocks Monday to Friday by default", () => {
    expect(Object.values(DEFAULTS.stockingSchedule)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  it("is open 24 hours by default", () => {
    expect(Object.values(DEFAULTS.workHours)).toEqual(WEEKDAYS.map(() => [["00:00", "23:59"]]));
  });

  it("has valid defaults", () => {
    expect(checkCreate({ ...cases.form, ...DEFAULTS, layoutName: "dummy" }, {})).toEqual([]);
  });
});
