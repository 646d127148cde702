/**
 * The temperature record of a fridge (docs/requirements/health.md, HLT-20 to HLT-22).
 *
 * Between two readings that are at most `MAX_INTERVAL` apart, the temperature is taken to change evenly, so the time
 * above the limit starts and ends where the straight line between two readings crosses the limit. A longer interval, and
 * the time before the first and after the last reading, has no data: it counts neither as above nor as below the limit.
 */
import { ORANGE_MAX_TEMPERATURE } from "../../lib/formats";
import { SILENT_AFTER } from "./silence";
import type { Point } from "./trend";

/** The longest interval between two readings that counts as measured, in milliseconds. */
export const MAX_INTERVAL = SILENT_AFTER;
/** The limit in degrees Fahrenheit. The limit itself is safe. */
export const LIMIT = ORANGE_MAX_TEMPERATURE;

export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** A time above the limit. */
export interface Excursion extends Interval {
  /** The highest reading. */
  readonly peak: number;
  /** Whether the first reading of the period was already above the limit, so that the real start is unknown. */
  readonly startsBeforePeriod: boolean;
  /** Whether the last reading before missing data, or of the period, was above the limit, so that the real end is unknown. */
  readonly endsWithoutData: boolean;
}

export interface TemperatureSummary {
  /** The time with measured temperatures, in milliseconds. */
  readonly measured: number;
  /** The time above the limit. */
  readonly above: number;
  /** The time without data. */
  readonly missing: number;
  /** The lowest and the highest reading; null without readings. */
  readonly range: { readonly lowest: number; readonly highest: number } | null;
  readonly excursions: readonly Excursion[];
  /** The times without data that are longer than `MAX_INTERVAL`. */
  readonly gaps: readonly Interval[];
  /** The readings between the gaps. */
  readonly runs: readonly (readonly Point[])[];
}

/** Summarizes the readings of a period. Readings outside of it are ignored. */
export function summarizeTemperatures(readings: readonly Point[], { start, end }: Interval): TemperatureSummary {
  const points = readings.filter(({ at }) => at >= start && at <= end).toSorted((one, other) => one.at - other.at);
  const runs = splitRuns(points);
  const excursions = runs.flatMap((run) => excursionsOf(run, start));
  const measured = sum(runs.map(lengthOf));
  const temperatures = points.map(({ temperature }) => temperature);
  const edges = [start, ...runs.flatMap((run) => [run[0]?.at ?? start, run.at(-1)?.at ?? start]), end];
  const between = Array.from({ length: runs.length + 1 }, (_, index) => ({
    start: edges[2 * index] ?? start,
    end: edges[2 * index + 1] ?? end,
  }));
  return {
    measured,
    above: sum(excursions.map((excursion) => excursion.end - excursion.start)),
    missing: Math.max(0, end - start) - measured,
    range:
      points.length > 0
        ? {
            lowest: temperatures.reduce((one, other) => Math.min(one, other)),
            highest: temperatures.reduce((one, other) => Math.max(one, other)),
          }
        : null,
    excursions,
    gaps: between.filter((gap) => gap.end - gap.start > MAX_INTERVAL),
    runs,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const lengthOf = (run: readonly Point[]) => (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0);

function splitRuns(points: readonly Point[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  for (const point of points) {
    const previous = runs.at(-1)?.at(-1);
    if (previous && point.at - previous.at <= MAX_INTERVAL) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The excursions of readings without a gap. */
function excursionsOf(run: readonly Point[], periodStart: number): readonly Excursion[] {
  const excursions: Excursion[] = [];
  let open: { readonly start: number; readonly startsBeforePeriod: boolean; peak: number } | null = null;
  let previous: Point | undefined;
  for (const point of run) {
    const isAbove = point.temperature > LIMIT;
    if (isAbove && !open) {
      open = {
        start: previous ? crossing(previous, point) : point.at,
        startsBeforePeriod: !previous && point.at - periodStart <= MAX_INTERVAL,
        peak: point.temperature,
      };
    } else if (isAbove && open) {
      open.peak = Math.max(open.peak, point.temperature);
    } else if (open && previous) {
      excursions.push({ ...open, end: crossing(previous, point), endsWithoutData: false });
      open = null;
    }
    previous = point;
  }
  if (open && previous) excursions.push({ ...open, end: previous.at, endsWithoutData: true });
  return excursions;
}

/** When the straight line between two readings crosses the limit, in whole milliseconds. */
function crossing(one: Point, other: Point): number {
  const share = (LIMIT - one.temperature) / (other.temperature - one.temperature);
  return Math.floor(one.at + share * (other.at - one.at));
}

/** A change of the safety hold. A state is null if the fridge did not report it. */
export interface HoldChange {
  readonly at: number;
  readonly before: boolean | null;
  readonly after: boolean | null;
}

/** A time with a safety hold. */
export interface Hold {
  /** Null if the hold started before the period. */
  readonly start: number | null;
  /** Null if the hold was still on at the end of the period. */
  readonly end: number | null;
}

/**
 * The safety holds of a period.
 *
 * @param changes the changes since the start of the period, oldest first
 * @param current the state now, which applies to the whole period if there are no changes
 */
export function holdsOf(
  changes: readonly HoldChange[],
  current: boolean | null,
  { start, end }: Interval,
): readonly Hold[] {
  const holds: Hold[] = [];
  const [first] = changes;
  let open: number | null | undefined = (first ? first.before : current) === true ? null : undefined;
  for (const { at, after } of changes) {
    if (at < start || at > end) continue;
    if (after === true && open === undefined) open = at;
    else if (after !== true && open !== undefined) {
      holds.push({ start: open, end: at });
      open = undefined;
    }
  }
  return open === undefined ? holds : [...holds, { start: open, end: null }];
}

/** At most about `maxPoints` readings for a chart. Each chunk contributes its lowest and its highest reading. */
export function thinOut(run: readonly Point[], maxPoints: number): readonly Point[] {
  const size = Math.ceil((2 * run.length) / maxPoints);
  if (size <= 2) return run;
  return Array.from({ length: Math.ceil(run.length / size) }, (_, index) => {
    const chunk = run.slice(index * size, (index + 1) * size).toSorted((a, b) => a.temperature - b.temperature);
    return [chunk[0], chunk.at(-1)].flatMap((point) => point ?? []).toSorted((a, b) => a.at - b.at);
  }).flat();
}
