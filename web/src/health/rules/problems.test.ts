import { describe, expect, test } from "vitest";
import { healthOf, minutesAgo, NOW } from "../health.fixture";
import type { FridgeHealth } from "../fridgeHealth";
import { PROBLEMS, problemsOf, severityOf } from "./problems";

const labels = (differing: Partial<FridgeHealth>) =>
  problemsOf(healthOf("CHI0001", differing), NOW).map(({ label }) => label);

const severity = (differing: Partial<FridgeHealth>) => severityOf(problemsOf(healthOf("CHI0001", differing), NOW));

/** One for each, on its own. */
const SINGLE: readonly Partial<FridgeHealth>[] = [
  { temperature: 44 },
  { safetyHold: true },
  { outOfOrder: true },
  { receivedAt: minutesAgo(31) },
  { inaccessible: true },
  { jofemarState: "STATUS_5_MOTOR_FAULT" },
  { networkSpeed: null },
  { cardReader: false },
  { elo: false },
  { hdmi: false },
  { electricalLayout: false },
  { activeTicket: true },
  { temperature: 40 },
  { safetyHoldTs: minutesAgo(10) },
  { outOfOrderTs: minutesAgo(10) },
  { networkSpeed: { previousSpeed: 2 } },
];

describe("what is wrong with a fridge", () => {
  test("nothing, with one that is well", () => {
    expect(labels({})).toEqual([]);
    expect(severity({})).toBe(0);
  });

  test("what it did not tell is no problem", () => {
    const unknown = { temperature: null, safetyHold: null, outOfOrder: null, hdmi: null, jofemarState: null };
    expect(labels(unknown)).toEqual([]);
  });

  test("each problem is found on its own", () => {
    expect(SINGLE.map((one) => labels(one).length)).toEqual(SINGLE.map(() => 1));
  });

  test("the worst is named first", () => {
    expect(labels({ activeTicket: true, temperature: 44, outOfOrder: true })).toEqual([
      "Too warm",
      "Out of order",
      "Active ticket",
    ]);
  });

  test("a fridge that never reported has no data, which is as bad as silence", () => {
    const problems = problemsOf(undefined, NOW);
    expect(problems.map(({ label }) => label)).toEqual(["No data"]);
    expect(severityOf(problems)).toBe(severity({ receivedAt: minutesAgo(31) }));
  });

  test("silent is who has not reported for more than 30 minutes", () => {
    expect(labels({ receivedAt: minutesAgo(30) })).toEqual([]);
    expect(labels({ receivedAt: minutesAgo(30.02) })).toEqual(["Silent"]);
  });

  test("one more problem always makes it worse", () => {
    for (const one of SINGLE) {
      for (const other of SINGLE) {
        const both = problemsOf(healthOf("CHI0001", { ...one, ...other }), NOW);
        const alone = problemsOf(healthOf("CHI0001", one), NOW);
        const more = alone.every((problem) => both.includes(problem)) && both.length > alone.length;
        if (more) expect(severityOf(both)).toBeGreaterThan(severityOf(alone));
      }
    }
  });

  test("food that may not be sold comes before what does not sell, and that before what is about to fail", () => {
    expect(severity({ temperature: 44 })).toBeGreaterThan(severity({ outOfOrder: true }));
    expect(severity({ outOfOrder: true })).toBeGreaterThan(severity({ hdmi: false, elo: false, activeTicket: true }));
    expect(severity({ hdmi: false })).toBeGreaterThan(
      severity({ temperature: 40, networkSpeed: { previousSpeed: 2 } }),
    );
  });

  test("all are listed for the filter, the worst first", () => {
    const weights = PROBLEMS.map(({ weight }) => weight);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(PROBLEMS).toHaveLength(SINGLE.length + 1);
  });
});
