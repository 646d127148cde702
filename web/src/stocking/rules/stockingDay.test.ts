import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/stocking-day.json";
import { stockingDayOf, stockingWindow } from "./stockingDay";

describe("spec 4.4, a stocking day is from 18:00 to 18:00 Central, across both clock changes", () => {
  it.each(cases.days)("$name", ({ day, begins, ends }) => {
    const window = stockingWindow(day);
    expect([window.begins.toISOString(), window.ends.toISOString()]).toEqual([begins, ends]);
  });

  it.each(cases.instants)("$name", ({ instant, day }) => {
    expect(stockingDayOf(new Date(instant))).toBe(day);
  });
});
