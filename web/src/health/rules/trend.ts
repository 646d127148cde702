/** A temperature trend as it is drawn: lines and their place in a box of 100 by 100. Pure; the time is given. */
import type { TemperatureReading } from "../fridgeHealth";
import { GOOD_TEMPERATURE, HIGHEST_TEMPERATURE } from "./colours";
import { SILENT_AFTER } from "./silence";

export const TREND = 24 * 60 * 60_000;

export interface Point {
  readonly at: number;
  readonly temperature: number;
}

export interface Trend {
  /** Lines between readings; none across a time in which there was none. */
  readonly lines: readonly (readonly Point[])[];
  readonly start: number;
  readonly end: number;
  /** The degrees at the bottom and at the top. */
  readonly lowest: number;
  readonly highest: number;
  readonly least: Point;
  readonly most: Point;
  readonly last: Point;
}

/** The readings of the last 24 hours; nothing where there are none. */
export function trendOf(readings: readonly TemperatureReading[], now: number): Trend | null {
  const start = now - TREND;
  const points = readings
    .map(({ timestamp, temperature }): Point => ({ at: Date.parse(timestamp), temperature }))
    .filter(({ at }) => at >= start)
    .sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  if (!last) return null;
  const least = points.reduce((one, other) => (other.temperature < one.temperature ? other : one));
  const most = points.reduce((one, other) => (other.temperature > one.temperature ? other : one));
  return {
    lines: linesOf(points),
    start,
    // What was told a moment ago is in sight before the clock on the page has moved.
    end: Math.max(now, last.at),
    // Both limits are always in sight, with some room around what was read.
    lowest: Math.floor(Math.min(least.temperature, GOOD_TEMPERATURE) - 2),
    highest: Math.ceil(Math.max(most.temperature, HIGHEST_TEMPERATURE) + 2),
    least,
    most,
    last,
  };
}

function linesOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let before: Point | undefined;
  for (const point of points) {
    const line = lines.at(-1);
    if (!line || !before || point.at - before.at > SILENT_AFTER) lines.push([point]);
    else line.push(point);
    before = point;
  }
  return lines;
}

/** From left to right, 0 to 100. */
export function across({ start, end }: Trend, at: number): number {
  return (100 * (at - start)) / (end - start);
}

/** From top to bottom, 0 to 100. */
export function down({ lowest, highest }: Trend, temperature: number): number {
  return (100 * (highest - temperature)) / (highest - lowest);
}

/** A line as SVG's path has it; one reading alone is a dot. */
export function pathOf(trend: Trend, line: readonly Point[]): string {
  const steps = line.map(
    ({ at, temperature }) => `${across(trend, at).toFixed(2)} ${down(trend, temperature).toFixed(2)}`,
  );
  return `M${steps.length === 1 ? [...steps, ...steps].join("L") : steps.join("L")}`;
}

/** The reading nearest to a place between left and right. */
export function nearest(trend: Trend, place: number): Point {
  const distance = ({ at }: Point) => Math.abs(across(trend, at) - place);
  return trend.lines.flat().reduce((one, other) => (distance(other) < distance(one) ? other : one), trend.last);
}

const HOUR = 60 * 60_000;

/** Full hours to name below the lines: each fourth, none at the very edge. */
export function hoursOf(trend: Trend): readonly number[] {
  const first = Math.ceil(trend.start / HOUR) * HOUR;
  return [0, 4, 8, 12, 16, 20, 24]
    .map((hours) => first + hours * HOUR)
    .filter((at) => {
      const place = across(trend, at);
      return place >= 4 && place <= 96;
    });
}

export interface Hour {
  readonly start: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The lowest and the highest temperature of each clock hour that has a reading, newest first. */
export function hourly(trend: Trend): readonly Hour[] {
  const hours = new Map<number, Hour>();
  for (const { at, temperature } of trend.lines.flat()) {
    const start = Math.floor(at / HOUR) * HOUR;
    const known = hours.get(start) ?? { start, lowest: temperature, highest: temperature };
    const lowest = Math.min(known.lowest, temperature);
    hours.set(start, { start, lowest, highest: Math.max(known.highest, temperature) });
  }
  return [...hours.values()].reverse();
}
