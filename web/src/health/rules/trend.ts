/** The geometry of the temperature chart. Coordinates are percentages of the chart's width and height. */
import { GREEN_MAX_TEMPERATURE, ORANGE_MAX_TEMPERATURE } from "../../lib/formats";
import type { TemperatureReading } from "../fridgeHealth";
import { SILENT_AFTER } from "./silence";

/** The time that the chart covers, in milliseconds. */
const TREND_PERIOD = 24 * 60 * 60_000;

export interface Point {
  readonly at: number;
  readonly temperature: number;
}

export interface Trend {
  /** Connected readings. A gap of more than `SILENT_AFTER` starts a new line. */
  readonly lines: readonly (readonly Point[])[];
  readonly start: number;
  readonly end: number;
  /** The degrees at the bottom of the chart. */
  readonly minDegrees: number;
  /** The degrees at the top of the chart. */
  readonly maxDegrees: number;
  readonly coldest: Point;
  readonly warmest: Point;
  readonly last: Point;
}

/** Builds the trend of the last 24 hours; null if there are no readings. */
export function buildTrend(readings: readonly TemperatureReading[], now: number): Trend | null {
  const start = now - TREND_PERIOD;
  const points = readings
    .map(({ timestamp, temperature }): Point => ({ at: Date.parse(timestamp), temperature }))
    .filter(({ at }) => at >= start)
    .sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  if (!last) return null;
  const coldest = points.reduce((one, other) => (other.temperature < one.temperature ? other : one));
  const warmest = points.reduce((one, other) => (other.temperature > one.temperature ? other : one));
  return {
    lines: connectReadings(points),
    start,
    // A new reading is visible even if the page's clock has not ticked since.
    end: Math.max(now, last.at),
    // Both color limits are always visible, with a margin around the readings.
    minDegrees: Math.floor(Math.min(coldest.temperature, GREEN_MAX_TEMPERATURE) - 2),
    maxDegrees: Math.ceil(Math.max(warmest.temperature, ORANGE_MAX_TEMPERATURE) + 2),
    coldest,
    warmest,
    last,
  };
}

function connectReadings(points: readonly Point[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let previous: Point | undefined;
  for (const point of points) {
    const line = lines.at(-1);
    if (!line || !previous || point.at - previous.at > SILENT_AFTER) lines.push([point]);
    else line.push(point);
    previous = point;
  }
  return lines;
}

/** Horizontal position of a time: 0 (left) to 100 (right). */
export function xPercent({ start, end }: Trend, at: number): number {
  return (100 * (at - start)) / (end - start);
}

/** Vertical position of a temperature: 0 (top) to 100 (bottom). */
export function yPercent({ minDegrees, maxDegrees }: Trend, temperature: number): number {
  return (100 * (maxDegrees - temperature)) / (maxDegrees - minDegrees);
}

/** Formats a line as an SVG path. A single reading becomes a dot. */
export function svgPath(trend: Trend, line: readonly Point[]): string {
  const steps = line.map(
    ({ at, temperature }) => `${xPercent(trend, at).toFixed(2)} ${yPercent(trend, temperature).toFixed(2)}`,
  );
  return `M${steps.length === 1 ? [...steps, ...steps].join("L") : steps.join("L")}`;
}

/** Returns the reading closest to a horizontal position. */
export function nearestReading(trend: Trend, x: number): Point {
  const distance = ({ at }: Point) => Math.abs(xPercent(trend, at) - x);
  return trend.lines.flat().reduce((one, other) => (distance(other) < distance(one) ? other : one), trend.last);
}

const HOUR = 60 * 60_000;

/** The times to label on the axis: every fourth full hour, except at the edges. */
export function hourMarks(trend: Trend): readonly number[] {
  const first = Math.ceil(trend.start / HOUR) * HOUR;
  return [0, 4, 8, 12, 16, 20, 24]
    .map((hours) => first + hours * HOUR)
    .filter((at) => {
      const x = xPercent(trend, at);
      return x >= 4 && x <= 96;
    });
}

export interface HourlyRange {
  readonly start: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the lowest and highest temperature of each clock hour with readings, newest first. */
export function hourlyRanges(trend: Trend): readonly HourlyRange[] {
  const hours = new Map<number, HourlyRange>();
  for (const { at, temperature } of trend.lines.flat()) {
    const start = Math.floor(at / HOUR) * HOUR;
    const range = hours.get(start) ?? { start, lowest: temperature, highest: temperature };
    const lowest = Math.min(range.lowest, temperature);
    hours.set(start, { start, lowest, highest: Math.max(range.highest, temperature) });
  }
  return [...hours.values()].reverse();
}
