import { describe, expect, test } from "vitest";
import { makeHealth, minutesAgo, NOW } from "../health.fixture";
import type { FridgeHealth } from "../fridgeHealth";
import { PROBLEMS, problemsOf, severityOf } from "./problems";

const labels = (overrides: Partial<FridgeHealth>) =>
  problemsOf(makeHealth("CHI0001", overrides), NOW, false).map(({ label }) => label);

const severity = (overrides: Partial<FridgeHealth>) =>
  severityOf(problemsOf(makeHealth("CHI0001", overrides), NOW, false));

/** For each problem, overrides that cause only this problem. */
const SINGLE_PROBLEMS: readonly Partial<FridgeHealth>[] = [
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

describe("fridge problems", () => {
  test("a healthy fridge has no problems", () => {
    expect(labels({})).toEqual([]);
    expect(severity({})).toBe(0);
  });

  test("unknown values are not problems", () => {
    const unknown = { temperature: null, safetyHold: null, outOfOrder: null, hdmi: null, jofemarState: null };
    expect(labels(unknown)).toEqual([]);
  });

  test("detects each problem separately", () => {
    expect(SINGLE_PROBLEMS.map((problem) => labels(problem).length)).toEqual(SINGLE_PROBLEMS.map(() => 1));
  });

  test("lists the worst problem first", () => {
    expect(labels({ activeTicket: true, temperature: 44, outOfOrder: true })).toEqual([
      "Above 41 °F",
      "Out of order",
      "Active ticket",
    ]);
  });

  test("a fridge that never reported has 'No data' and weighs as much as a silent one", () => {
    const problems = problemsOf(undefined, NOW, false);
    expect(problems.map(({ label }) => label)).toEqual(["No data"]);
    expect(severityOf(problems)).toBe(severity({ receivedAt: minutesAgo(31) }));
  });

  test("a lost connection is less severe than a fault and more severe than a ticket", () => {
    const problems = problemsOf(makeHealth("CHI0001", { hdmi: false, activeTicket: true }), NOW, true);
    expect(problems.map(({ label }) => label)).toEqual(["HDMI", "Disconnected", "Active ticket"]);
    expect(problemsOf(undefined, NOW, true).map(({ label }) => label)).toEqual(["No data", "Disconnected"]);
  });

  test("a fridge is silent after more than 30 minutes without a report", () => {
    expect(labels({ receivedAt: minutesAgo(30) })).toEqual([]);
    expect(labels({ receivedAt: minutesAgo(30.02) })).toEqual(["Silent"]);
  });

  test("each additional problem increases the severity", () => {
    for (const first of SINGLE_PROBLEMS) {
      for (const second of SINGLE_PROBLEMS) {
        const both = problemsOf(makeHealth("CHI0001", { ...first, ...second }), NOW, false);
        const alone = problemsOf(makeHealth("CHI0001", first), NOW, false);
        const hasMore = alone.every((problem) => both.includes(problem)) && both.length > alone.length;
        if (hasMore) expect(severityOf(both)).toBeGreaterThan(severityOf(alone));
      }
    }
  });

  test("unsafe food outweighs lost sales, and lost sales outweigh likely failures", () => {
    expect(severity({ temperature: 44 })).toBeGreaterThan(severity({ outOfOrder: true }));
    expect(severity({ outOfOrder: true })).toBeGreaterThan(severity({ hdmi: false, elo: false, activeTicket: true }));
    expect(severity({ hdmi: false })).toBeGreaterThan(
      severity({ temperature: 40, networkSpeed: { previousSpeed: 2 } }),
    );
  });

  test("PROBLEMS lists every problem, worst first", () => {
    const weights = PROBLEMS.map(({ weight }) => weight);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    // No data and Disconnected are not values of a report.
    expect(PROBLEMS).toHaveLength(SINGLE_PROBLEMS.length + 2);
  });
});
