import { describe, expect, test } from "vitest";
import { minutesAgo, NOW } from "../health.fixture";
import { buildTrend, hourlyRanges, hourMarks, nearestReading, svgPath, xPercent, yPercent } from "./trend";

const reading = (minutes: number, temperature: number) => ({ timestamp: minutesAgo(minutes), temperature });

function trendOf(...readings: readonly ReturnType<typeof reading>[]) {
  const built = buildTrend(readings, NOW);
  if (!built) throw new Error("buildTrend returned null");
  return built;
}

describe("temperature trend", () => {
  test("returns null without readings in the last 24 hours", () => {
    expect(buildTrend([], NOW)).toBeNull();
    expect(buildTrend([reading(24 * 60 + 1, 37)], NOW)).toBeNull();
  });

  test("the axis contains both color limits and all readings", () => {
    expect(trendOf(reading(5, 37))).toMatchObject({ minDegrees: 35, maxDegrees: 43 });
    expect(trendOf(reading(5, 20), reading(1, 60))).toMatchObject({ minDegrees: 18, maxDegrees: 62 });
  });

  test("connects readings in time order, except over gaps of more than 30 minutes", () => {
    const { lines } = trendOf(reading(0, 39), reading(100, 36), reading(70, 37), reading(20, 38));
    expect(lines.map((line) => line.map(({ temperature }) => temperature))).toEqual([
      [36, 37],
      [38, 39],
    ]);
  });

  test("maps time from left to right and temperature from bottom to top", () => {
    const trend = trendOf(reading(12 * 60, 43), reading(0, 35));
    expect(xPercent(trend, trend.start)).toBe(0);
    expect(xPercent(trend, NOW - 12 * 60 * 60_000)).toBe(50);
    expect(xPercent(trend, NOW)).toBe(100);
    expect(yPercent(trend, trend.maxDegrees)).toBe(0);
    expect(yPercent(trend, trend.minDegrees)).toBe(100);
  });

  test("labels every fourth full hour, except at the edges", () => {
    const trend = trendOf(reading(0, 39));
    expect(hourMarks(trend).map((at) => (NOW - at) / 3_600_000)).toEqual([20, 16, 12, 8, 4]);
    const late = buildTrend([reading(0, 39)], NOW + 90_000);
    expect(late && hourMarks(late).map((at) => (NOW - at) / 3_600_000)).toEqual([23, 19, 15, 11, 7, 3]);
  });

  test("draws a single reading as a dot", () => {
    const trend = trendOf(reading(0, 39.5));
    expect(svgPath(trend, trend.lines[0] ?? [])).toBe("M100.00 50.00L100.00 50.00");
  });

  test("shows a reading that is newer than the page's clock", () => {
    const trend = trendOf(reading(30, 37), reading(-1, 44));
    expect({ warmest: trend.warmest.temperature, x: xPercent(trend, trend.last.at) }).toEqual({ warmest: 44, x: 100 });
  });

  test("finds the reading nearest to a position", () => {
    const trend = trendOf(reading(20 * 60, 35), reading(60, 39));
    expect(nearestReading(trend, 0).temperature).toBe(35);
    expect(nearestReading(trend, 60).temperature).toBe(39);
  });

  test("returns the range of each hour, newest first", () => {
    expect(hourlyRanges(trendOf(reading(90, 35), reading(70, 37), reading(5, 42)))).toEqual([
      { start: NOW - 60 * 60_000, lowest: 42, highest: 42 },
      { start: NOW - 120 * 60_000, lowest: 35, highest: 37 },
    ]);
  });
});
