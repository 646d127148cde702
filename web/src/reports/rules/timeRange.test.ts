import { describe, expect, it } from "vitest";
import cases from "../../../../functions/reports/cases/time-range.json";
import { parseCentralTime, MAX_DAYS, validateRange, toDayRange } from "./timeRange";

describe("start and end are required, and start is before end (RPT-5)", () => {
  it("has the same limit as the functions", () => expect(MAX_DAYS).toBe(cases.longestDays));
  it.each(cases.ranges)("$name", ({ startTime, endTime, error }) => {
    expect(validateRange(startTime, endTime)).toBe(error);
  });
});

describe("a business day is from midnight to midnight in Central time", () => {
  it.each(cases.days)("$name", ({ day, begins, ends }) => {
    expect(toDayRange(day)).toEqual({ start: begins, end: ends });
  });
});

describe("parsing a picked time as Central time", () => {
  it.each([
    ["in winter", "2026-11-21T14:30", "2026-11-21T20:30:00Z"],
    ["in summer", "2026-07-21T14:30", "2026-07-21T19:30:00Z"],
    ["with seconds", "2026-11-21T14:30:15", "2026-11-21T20:30:15Z"],
    ["an hour that repeats means its first occurrence", "2026-11-01T01:30", "2026-11-01T06:30:00Z"],
    ["a skipped hour means the next hour", "2026-03-08T02:30", "2026-03-08T08:30:00Z"],
  ])("%s", (_, local, instant) => {
    expect(parseCentralTime(local)).toBe(Date.parse(instant) / 1000);
  });
  it.each([null, "", "yesterday", "2026-02-30T10:00", "14:30"])("rejects %s", (text) => {
    expect(parseCentralTime(text)).toBeNull();
  });
});
