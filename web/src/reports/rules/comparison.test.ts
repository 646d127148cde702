import { describe, expect, it } from "vitest";
import {
  contains,
  countByDay,
  countInRange,
  describeChange,
  describeDays,
  describeHours,
  planComparison,
  toLocalTime,
} from "./comparison";
import { parseCentralTime, type TimeRange } from "./timeRange";

const at = (local: string) => parseCentralTime(local) ?? Number.NaN;
const range = (from: string, to: string): TimeRange => ({ start: at(from), end: at(to) });
const texts = (plan: ReturnType<typeof planComparison>) =>
  plan &&
  [plan.current, plan.previousDay, plan.sameDayLastWeek].map(
    ({ start, end }) => `${toLocalTime(start)} ${toLocalTime(end)}`,
  );

describe("the compared ranges", () => {
  it.each([
    [
      "a complete day is compared with whole days",
      range("2026-11-20T00:00", "2026-11-21T00:00"),
      "2026-11-23T08:00",
      ["2026-11-20T00:00 2026-11-21T00:00", "2026-11-19T00:00 2026-11-20T00:00", "2026-11-13T00:00 2026-11-14T00:00"],
    ],
    [
      "an incomplete day is compared with the same hours, rounded up to the minute",
      range("2026-11-23T00:00", "2026-11-24T00:00"),
      "2026-11-23T14:05:31",
      ["2026-11-23T00:00 2026-11-23T14:06", "2026-11-22T00:00 2026-11-22T14:06", "2026-11-16T00:00 2026-11-16T14:06"],
    ],
    [
      "several days are compared by their last day",
      range("2026-11-14T00:00", "2026-11-21T00:00"),
      "2026-11-23T08:00",
      ["2026-11-20T00:00 2026-11-21T00:00", "2026-11-19T00:00 2026-11-20T00:00", "2026-11-13T00:00 2026-11-14T00:00"],
    ],
    [
      "some hours are compared with the same hours",
      range("2026-11-20T09:00", "2026-11-20T17:00"),
      "2026-11-23T08:00",
      ["2026-11-20T09:00 2026-11-20T17:00", "2026-11-19T09:00 2026-11-19T17:00", "2026-11-13T09:00 2026-11-13T17:00"],
    ],
    [
      "a change of the clocks keeps wall times",
      range("2026-11-02T00:00", "2026-11-03T00:00"),
      "2026-11-23T08:00",
      ["2026-11-02T00:00 2026-11-03T00:00", "2026-11-01T00:00 2026-11-02T00:00", "2026-10-26T00:00 2026-10-27T00:00"],
    ],
    ["a range in the future is not compared", range("2026-11-25T00:00", "2026-11-26T00:00"), "2026-11-23T08:00", null],
  ])("%s", (_, report, loadedAt, result) => {
    expect(texts(planComparison(report, at(loadedAt)))).toEqual(result);
  });

  it.each([
    ["the same range", "2026-11-20T00:00", "2026-11-21T00:00", true],
    ["an earlier start", "2026-11-19T23:59", "2026-11-20T12:00", false],
    ["a later end", "2026-11-20T12:00", "2026-11-21T00:01", false],
  ])("a day contains %s: %s to %s", (_, from, to, result) => {
    expect(contains(range("2026-11-20T00:00", "2026-11-21T00:00"), range(from, to))).toBe(result);
  });
});

describe("counts", () => {
  const day = range("2026-11-19T00:00", "2026-11-21T00:00");
  const times = [
    "2026-11-18T23:59",
    "2026-11-19T00:00",
    "2026-11-20T00:00",
    "2026-11-20T23:59",
    "2026-11-21T00:00",
  ].map((local) => at(local) * 1000);
  it("include the start and exclude the end of a range", () => expect(countInRange(times, day)).toBe(3));
  it("are per day, in the same hours", () => {
    expect(countByDay(times, day, range("2026-11-20T00:00", "2026-11-20T23:00"))).toEqual([
      { day: "2026-11-19", count: 1 },
      { day: "2026-11-20", count: 1 },
    ]);
    expect(countByDay(times, day, range("2026-11-20T00:00", "2026-11-21T00:00"))).toEqual([
      { day: "2026-11-19", count: 1 },
      { day: "2026-11-20", count: 2 },
    ]);
  });
  it("omit a day of which the report has only some of the hours", () => {
    const report = range("2026-11-19T12:00", "2026-11-21T00:00");
    const days = countByDay([], report, range("2026-11-20T00:00", "2026-11-21T00:00"));
    expect(days).toEqual([{ day: "2026-11-20", count: 0 }]);
  });
});

describe("texts", () => {
  it.each([
    [45, 40, "5 more (+12.5%)"],
    [30, 40, "10 fewer (−25%)"],
    [0, 1204, "1,204 fewer (−100%)"],
    [40, 40, "No change"],
    [0, 0, "No change"],
    [5, 0, "5 more"],
  ])("a change to %s from %s is '%s'", (current, other, text) => {
    expect(describeChange(current, other)).toBe(text);
  });

  it.each([
    ["2026-11-20T00:00", "2026-11-21T00:00", ""],
    ["2026-11-20T00:00", "2026-11-20T14:06", "until 2:06 PM"],
    ["2026-11-20T09:00", "2026-11-20T17:00", "from 9:00 AM until 5:00 PM"],
  ])("the hours from %s to %s are '%s'", (from, to, text) => {
    expect(describeHours(range(from, to))).toBe(text);
  });

  it("name each of a few days, and the extremes of many", () => {
    const days = Array.from({ length: 9 }, (_, index) => ({ day: `2026-11-1${index}`, count: (index * 5) % 9 }));
    expect(describeDays(days.slice(0, 2))).toBe("0 on Tue, 11/10/2026; 5 on Wed, 11/11/2026");
    expect(describeDays(days)).toBe("lowest 0 on Tue, 11/10/2026; highest 8 on Tue, 11/17/2026");
    expect(describeDays([])).toBe("");
  });
});
