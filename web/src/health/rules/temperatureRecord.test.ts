import { describe, expect, test } from "vitest";
import { actionsFor } from "./correctiveActions";
import { holdsOf, summarizeTemperatures, thinOut } from "./temperatureRecord";
import type { Point } from "./trend";

const MINUTE = 60_000;
const START = Date.parse("2026-11-21T10:00:00Z");
/** Readings by minutes since the start of the period. */
const readings = (...values: readonly (readonly [minute: number, temperature: number])[]): readonly Point[] =>
  values.map(([minute, temperature]) => ({ at: START + minute * MINUTE, temperature }));
const minutes = (at: number) => (at - START) / MINUTE;
const summarize = (points: readonly Point[], length = 60) =>
  summarizeTemperatures(points, { start: START, end: START + length * MINUTE });

describe("the time above 41 °F (HLT-21)", () => {
  test.each([
    ["is zero below and at the limit", readings([0, 38], [10, 41], [20, 40]), 0, []],
    ["is interpolated between readings", readings([0, 40], [10, 42], [20, 40]), 10, [[5, 15, 42]]],
    ["depends on the distance from the limit", readings([0, 40], [10, 45], [20, 41]), 18, [[2, 20, 45]]],
    [
      "has an excursion for each rise",
      readings([0, 42], [10, 40], [20, 40], [30, 42], [40, 42]),
      20,
      [
        [0, 5, 42],
        [25, 40, 42],
      ],
    ],
    [
      "is unknown in a gap",
      readings([0, 42], [10, 42], [45, 42], [60, 42]),
      25,
      [
        [0, 10, 42],
        [45, 60, 42],
      ],
    ],
    ["is zero for a single reading", readings([20, 50]), 0, [[20, 20, 50]]],
  ])("%s", (_, points, above, excursions) => {
    const summary = summarize(points);
    expect(summary.above / MINUTE).toBe(above);
    expect(summary.excursions.map(({ start, end, peak }) => [minutes(start), minutes(end), peak])).toEqual(excursions);
  });

  test("ignores the order of readings and readings outside of the period", () => {
    const points = readings([20, 40], [10, 42], [0, 40], [-10, 50], [70, 50]);
    expect(summarize(points).above / MINUTE).toBe(10);
  });

  test("marks an excursion whose start or end is unknown", () => {
    const [first, second] = summarize(readings([0, 42], [10, 40], [20, 42]), 20).excursions;
    expect(first).toMatchObject({ startsBeforePeriod: true, endsWithoutData: false });
    expect(second).toMatchObject({ startsBeforePeriod: false, endsWithoutData: true });
  });
});

describe("the time without data (HLT-21)", () => {
  test("is neither safe nor above the limit", () => {
    const summary = summarize(readings([0, 38], [10, 38], [50, 38], [60, 38]));
    expect([summary.measured, summary.missing, summary.above].map((time) => time / MINUTE)).toEqual([20, 40, 0]);
    expect(summary.gaps.map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([[10, 50]]);
  });

  test("is the whole period without readings", () => {
    const summary = summarize([]);
    expect(summary).toMatchObject({ measured: 0, above: 0, missing: 60 * MINUTE, range: null, excursions: [] });
    expect(summary.gaps.map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([[0, 60]]);
  });

  test("includes the time before the first and after the last reading", () => {
    const summary = summarize(readings([40, 38], [60, 38]), 120);
    expect(summary.missing / MINUTE).toBe(100);
    expect(summary.gaps.map(({ start, end }) => [minutes(start), minutes(end)])).toEqual([
      [0, 40],
      [60, 120],
    ]);
  });

  test("does not list intervals of at most 30 minutes", () => {
    expect(summarize(readings([0, 38], [30, 38], [60, 38])).gaps).toEqual([]);
  });
});

describe("safety holds (HLT-22)", () => {
  const period = { start: START, end: START + 60 * MINUTE };
  const change = (minute: number, before: boolean | null, after: boolean | null) => ({
    at: START + minute * MINUTE,
    before,
    after,
  });

  test.each([
    ["a hold within the period", [change(10, false, true), change(20, true, false)], false, [[10, 20]]],
    ["a hold that started before the period", [change(20, true, false)], false, [[null, 20]]],
    ["a hold that is still on", [change(10, false, true)], true, [[10, null]]],
    ["a hold without changes", [], true, [[null, null]]],
    ["no hold", [], false, []],
    ["no hold for an unknown state", [], null, []],
    ["a hold that ends without a reported state", [change(10, false, true), change(20, true, null)], null, [[10, 20]]],
  ])("list %s", (_, changes, current, expected) => {
    const holds = holdsOf(changes, current, period);
    expect(
      holds.map(({ start, end }) => [start === null ? null : minutes(start), end === null ? null : minutes(end)]),
    ).toEqual(expected);
  });
});

test("corrective actions belong to the excursion that contains their start (HLT-23)", () => {
  const at = (minute: number) => ({ excursionStart: new Date(START + minute * MINUTE).toISOString() });
  const excursion = { start: START + 10 * MINUTE, end: START + 20 * MINUTE };
  expect(actionsFor(excursion, [at(9), at(10), at(20), at(21)])).toEqual([at(10), at(20)]);
});

test("a thinned chart keeps the lowest and the highest reading", () => {
  const run = Array.from({ length: 1000 }, (_, index) => ({
    at: index,
    temperature: index === 500 ? 50 : index === 600 ? 30 : 38,
  }));
  const thinned = thinOut(run, 100);
  expect(thinned.length).toBeLessThanOrEqual(102);
  expect(thinned.map(({ temperature }) => temperature)).toEqual(expect.arrayContaining([50, 30]));
  expect(thinned.every(({ at }, index) => index === 0 || at >= (thinned[index - 1]?.at ?? 0))).toBe(true);
  expect(thinOut(run, 1000)).toBe(run);
});
