import { describe, expect, it } from "vitest";
import cases from "../../../../functions/reports/cases/time-range.json";
import { centralSeconds, LONGEST_DAYS, rangeFault, timeOfDay } from "./timeRange";

describe("spec 5, start and end are required and start is before end", () => {
  it("takes as many days as the functions", () => expect(LONGEST_DAYS).toBe(cases.longestDays));
  it.each(cases.ranges)("$name", ({ startTime, endTime, error }) => {
    expect(rangeFault(startTime, endTime)).toBe(error);
  });
});

describe("a business day is from midnight to midnight in Central time", () => {
  it.each(cases.days)("$name", ({ day, begins, ends }) => {
    expect(timeOfDay(day)).toEqual({ start: begins, end: ends });
  });
});

describe("what is picked is Central time", () => {
  it.each([
    ["in winter", "2026-11-21T14:30", "2026-11-21T20:30:00Z"],
    ["in summer", "2026-07-21T14:30", "2026-07-21T19:30:00Z"],
    ["with seconds", "2026-11-21T14:30:15", "2026-11-21T20:30:15Z"],
    ["the hour that comes twice is the first", "2026-11-01T01:30", "2026-11-01T06:30:00Z"],
    ["the hour that is left out is the next", "2026-03-08T02:30", "2026-03-08T08:30:00Z"],
  ])("%s", (_, local, instant) => {
    expect(centralSeconds(local)).toBe(Date.parse(instant) / 1000);
  });
  it.each([null, "", "yesterday", "2026-02-30T10:00", "14:30"])("%s is none", (text) => {
    expect(centralSeconds(text)).toBeNull();
  });
});
