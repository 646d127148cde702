import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/stocking-day.json";
import { stockingDayOf, stockingWindow } from "./stockingDay";

describe("stocking day, 18:00 to 18:00 Central, including clock changes", () => {
  it.each(cases.days)("$name", ({ day, begins, ends }) => {
    const window = stockingWindow(day);
    expect({ begins: window.begins.toISOString(), ends: window.ends.toISOString() }).toEqual({ begins, ends });
  });

  it.each(cases.instants)("$name", ({ instant, day }) => {
    expect(stockingDayOf(new Date(instant))).toBe(day);
  });
});
