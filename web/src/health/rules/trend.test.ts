import { describe, expect, test } from "vitest";
import { minutesAgo, NOW } from "../health.fixture";
import { across, down, hourly, hoursOf, nearest, pathOf, trendOf } from "./trend";

const reading = (minutes: number, temperature: number) => ({ timestamp: minutesAgo(minutes), temperature });

function trend(...readings: readonly ReturnType<typeof reading>[]) {
  const made = trendOf(readings, NOW);
  if (!made) throw new Error("There is no trend");
  return made;
}

describe("the temperature trend of 24 hours", () => {
  test("of no reading, or of older ones alone, there is none", () => {
    expect(trendOf([], NOW)).toBeNull();
    expect(trendOf([reading(24 * 60 + 1, 37)], NOW)).toBeNull();
  });

  test("both limits are in sight, and what is beyond them", () => {
    expect(trend(reading(5, 37))).toMatchObject({ lowest: 35, highest: 43 });
    expect(trend(reading(5, 20), reading(1, 60))).toMatchObject({ lowest: 18, highest: 62 });
  });

  test("readings are joined in the order of time, but not across more than 30 minutes without any", () => {
    const { lines } = trend(reading(0, 39), reading(100, 36), reading(70, 37), reading(20, 38));
    expect(lines.map((line) => line.map(({ temperature }) => temperature))).toEqual([
      [36, 37],
      [38, 39],
    ]);
  });

  test("time goes from left to right, warmth from bottom to top", () => {
    const made = trend(reading(12 * 60, 43), reading(0, 35));
    expect(across(made, made.start)).toBe(0);
    expect(across(made, NOW - 12 * 60 * 60_000)).toBe(50);
    expect(across(made, NOW)).toBe(100);
    expect(down(made, made.highest)).toBe(0);
    expect(down(made, made.lowest)).toBe(100);
  });

  test("full hours are named, none at the edge", () => {
    const made = trend(reading(0, 39));
    expect(hoursOf(made).map((at) => (NOW - at) / 3_600_000)).toEqual([20, 16, 12, 8, 4]);
    const late = trendOf([reading(0, 39)], NOW + 90_000);
    expect(late && hoursOf(late).map((at) => (NOW - at) / 3_600_000)).toEqual([23, 19, 15, 11, 7, 3]);
  });

  test("a reading alone is a dot", () => {
    const made = trend(reading(0, 39.5));
    expect(pathOf(made, made.lines[0] ?? [])).toBe("M100.00 50.00L100.00 50.00");
  });

  test("a reading that is newer than the page's clock is in sight", () => {
    const made = trend(reading(30, 37), reading(-1, 44));
    expect([made.most.temperature, across(made, made.last.at)]).toEqual([44, 100]);
  });

  test("the nearest reading is told", () => {
    const made = trend(reading(20 * 60, 35), reading(60, 39));
    expect(nearest(made, 0).temperature).toBe(35);
    expect(nearest(made, 60).temperature).toBe(39);
  });

  test("in words it is the lowest and the highest of each hour, newest first", () => {
    expect(hourly(trend(reading(90, 35), reading(70, 37), reading(5, 42)))).toEqual([
      { start: NOW - 60 * 60_000, lowest: 42, highest: 42 },
      { start: NOW - 120 * 60_000, lowest: 35, highest: 37 },
    ]);
  });
});
