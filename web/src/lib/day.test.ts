import { describe, expect, test } from "vitest";
import { addDays, businessDay, parseDay } from "./day";

describe("the date format MM/dd/y (RTE-3)", () => {
  test.each([
    ["11/21/2026", "2026-11-21"],
    [" 1/5/2026 ", "2026-01-05"],
    ["2026-11-21", "2026-11-21"],
    ["02/29/2028", "2028-02-29"],
    ["02/29/2027", null],
    ["13/01/2026", null],
    ["00/10/2026", null],
    ["2026-02-30", null],
    ["11/21/26", null],
    ["", null],
    ["tomorrow", null],
  ])("parseDay parses %j as %s", (typed, day) => expect(parseDay(typed)).toBe(day));
});

describe("the business day in Central time", () => {
  test.each([
    ["2026-11-21T05:59:59Z", "2026-11-20"],
    ["2026-11-21T06:00:00Z", "2026-11-21"],
    // Daylight saving time starts on March 8, 2026, and ends on November 1.
    ["2026-03-08T05:59:59Z", "2026-03-07"],
    ["2026-03-09T04:59:59Z", "2026-03-08"],
    ["2026-03-09T05:00:00Z", "2026-03-09"],
    ["2026-11-02T05:59:59Z", "2026-11-01"],
  ])("%s belongs to %s", (instant, day) => expect(businessDay(new Date(instant))).toBe(day));
});

test.each([
  ["2026-11-30", 1, "2026-12-01"],
  ["2027-01-01", -1, "2026-12-31"],
  ["2028-02-28", 1, "2028-02-29"],
])("addDays: %s plus %i days is %s", (day, days, then) => expect(addDays(day, days)).toBe(then));
