import { describe, expect, it } from "vitest";
import { isNortheast, stockingReach, type StockingDays } from "./cutoff";

const weekdays: StockingDays = { monday: 1, tuesday: 1, wednesday: 1, thursday: 1, friday: 1, saturday: 0, sunday: 0 };
const northeast: StockingDays = { monday: 0, tuesday: 1, wednesday: 0, thursday: 1, friday: 0, saturday: 0, sunday: 1 };
const mondays: StockingDays = { monday: 1, tuesday: 0, wednesday: 0, thursday: 0, friday: 0, saturday: 0, sunday: 0 };
const never: StockingDays = { monday: 0, tuesday: 0, wednesday: 0, thursday: 0, friday: 0, saturday: 0, sunday: 0 };

function reach(at: string, days: StockingDays, isNe: boolean) {
  const { missed, first } = stockingReach(new Date(at), days, isNe);
  return {
    missed: missed?.day.toString() ?? null,
    cutoff: missed?.cutoff.toISOString() ?? null,
    first: first?.toString() ?? null,
  };
}

describe("allocation must be turned on before 6pm", () => {
  it.each([
    // 2026-11-24 is a Tuesday; 6 pm Central is midnight UTC in winter, 23:00 in summer.
    ["a minute before", "2026-11-24T23:59:00Z", weekdays, false, { missed: null, cutoff: null, first: "2026-11-25" }],
    [
      "at 6 pm sharp",
      "2026-11-25T00:00:00Z",
      weekdays,
      false,
      { missed: "2026-11-25", cutoff: "2026-11-25T00:00:00.000Z", first: "2026-11-26" },
    ],
    [
      "on a Friday evening before closed days",
      "2026-11-28T01:00:00Z",
      weekdays,
      false,
      { missed: null, cutoff: null, first: "2026-11-30" },
    ],
    [
      "on a Sunday evening",
      "2026-11-30T01:00:00Z",
      weekdays,
      false,
      { missed: "2026-11-30", cutoff: "2026-11-30T00:00:00.000Z", first: "2026-12-01" },
    ],
    [
      "after midnight UTC, still the same business day",
      "2026-11-24T04:00:00Z",
      weekdays,
      false,
      { missed: "2026-11-24", cutoff: "2026-11-24T00:00:00.000Z", first: "2026-11-25" },
    ],
  ])("%s", (_name, at, days, isNe, expected) => {
    expect(reach(at, days, isNe)).toEqual(expected);
  });
});

describe("Northeast fridges must be on before 6pm two days before stocking", () => {
  it.each([
    ["two days before, before 6 pm", "2026-11-24T23:59:00Z", { missed: null, cutoff: null, first: "2026-11-26" }],
    [
      "two days before, at 6 pm",
      "2026-11-25T00:00:00Z",
      { missed: "2026-11-26", cutoff: "2026-11-25T00:00:00.000Z", first: "2026-11-29" },
    ],
    [
      "the day before",
      "2026-11-25T15:00:00Z",
      { missed: "2026-11-26", cutoff: "2026-11-25T00:00:00.000Z", first: "2026-11-29" },
    ],
  ])("%s", (_name, at, expected) => {
    expect(reach(at, northeast, true)).toEqual(expected);
  });

  it("is told by the market, and by the time zone where that is not known", () => {
    expect(isNortheast({ market: "NE", timeZone: "CHICAGO" })).toBe(true);
    expect(isNortheast({ market: "MW", timeZone: "NEWYORK" })).toBe(false);
    expect(isNortheast({ market: null, timeZone: "NEWYORK" })).toBe(true);
    expect(isNortheast({ timeZone: "CHICAGO" })).toBe(false);
  });
});

describe("6 pm Central over the clock changes", () => {
  it.each([
    // Clocks go forward on Sunday 2026-03-08: that evening's 6 pm is at 23:00 UTC, the day before's at midnight.
    [
      "Saturday before spring, NE, in time for Monday",
      "2026-03-07T23:59:00Z",
      mondays,
      true,
      { missed: null, first: "2026-03-09" },
    ],
    [
      "Saturday before spring, NE, too late for Monday",
      "2026-03-08T00:00:00Z",
      mondays,
      true,
      { missed: "2026-03-09", first: "2026-03-16" },
    ],
    [
      "Sunday of spring, in time for Monday",
      "2026-03-08T22:59:00Z",
      mondays,
      false,
      { missed: null, first: "2026-03-09" },
    ],
    [
      "Sunday of spring, too late for Monday",
      "2026-03-08T23:00:00Z",
      mondays,
      false,
      { missed: "2026-03-09", first: "2026-03-16" },
    ],
    // Clocks go back on Sunday 2026-11-01: 6 pm is at 23:00 UTC on Saturday and at midnight on Sunday.
    [
      "Saturday before autumn, NE, in time for Monday",
      "2026-10-31T22:59:00Z",
      mondays,
      true,
      { missed: null, first: "2026-11-02" },
    ],
    [
      "Saturday before autumn, NE, too late for Monday",
      "2026-10-31T23:00:00Z",
      mondays,
      true,
      { missed: "2026-11-02", first: "2026-11-09" },
    ],
    [
      "Sunday of autumn, in time for Monday",
      "2026-11-01T23:59:00Z",
      mondays,
      false,
      { missed: null, first: "2026-11-02" },
    ],
    [
      "Sunday of autumn, too late for Monday",
      "2026-11-02T00:00:00Z",
      mondays,
      false,
      { missed: "2026-11-02", first: "2026-11-09" },
    ],
  ])("%s", (_name, at, days, isNe, expected) => {
    expect(reach(at, days, isNe)).toMatchObject(expected);
  });
});

describe("a location that is never stocked", () => {
  it("has no stocking to miss", () => {
    expect(reach("2026-11-24T15:00:00Z", never, false)).toEqual({ missed: null, cutoff: null, first: null });
  });
});
