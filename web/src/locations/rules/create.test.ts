import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/create.json";
import effects from "../../../../functions/locations/cases/effects.json";
import { checkCreate, DEFAULTS, withoutEmpty, type CreateContext } from "./create";
import { isStockingForced, stockingIn, taxRateOf, USUAL_STOCKING } from "./effects";
import { WEEKDAYS } from "./hours";

interface Case extends CreateContext {
  readonly name: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

describe("spec 5.1, create form", () => {
  for (const { name, change, errors, ...context } of cases.cases as readonly Case[]) {
    it(name, () => {
      expect(checkCreate({ ...cases.form, ...change }, context)).toEqual(errors);
    });
  }

  it("empty fields are dropped before submission", () => {
    expect(withoutEmpty({ id: " FRIDGE_1 ", route: "", stop: "  ", holidayScreenStartDate: null, prod: 0 })).toEqual({
      id: "FRIDGE_1",
      prod: 0,
    });
  });
});

describe("spec 5.1, effects of state and time zone", () => {
  it.each(effects.states)("selecting $state sets taxRate to $taxRate", ({ state, taxRate }) => {
    expect(taxRateOf(state) ?? null).toBe(taxRate);
  });

  it.each(effects.timeZones)("the stocking days of $timeZone", ({ timeZone, stockingSchedule }) => {
    expect(stockingIn(timeZone, USUAL_STOCKING)).toEqual(stockingSchedule);
  });

  it("NEWYORK leaves no choice about Sunday, Monday, Wednesday and Friday, and keeps that of the others", () => {
    const forced = WEEKDAYS.filter((day) => isStockingForced("NEWYORK", day));
    expect(forced).toEqual(["monday", "wednesday", "friday", "sunday"]);
    expect(stockingIn("NEWYORK", { ...USUAL_STOCKING, tuesday: 0, saturday: 1 })).toMatchObject({
      tuesday: 0,
      saturday: 1,
    });
  });
});

describe("spec 3.1, defaults applied to a new location", () => {
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
  ] as const)("%s is %j", (field, value) => {
    expect(DEFAULTS[field]).toBe(value);
  });

  it("stockingSchedule is Monday to Friday 1 and Saturday/Sunday 0", () => {
    expect(Object.values(DEFAULTS.stockingSchedule)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  });

  it("hours are 24 Hours", () => {
    expect(Object.values(DEFAULTS.workHours)).toEqual(WEEKDAYS.map(() => [["00:00", "23:59"]]));
  });

  it("are themselves without fault", () => {
    expect(checkCreate({ ...cases.form, ...DEFAULTS, layoutName: "dummy" }, {})).toEqual([]);
  });
});
