import { expect, it } from "vitest";
import { areas } from "./progressPath";
import { sampleStage } from "./deployment.fixture";

const START = Date.parse("2026-11-21T10:00:00.000Z");
const point = (minutes: number, counts: Parameters<typeof sampleStage>[1]) => ({
  at: new Date(START + minutes * 60_000).toISOString(),
  counts: sampleStage(null, counts).counts,
});

it("stacks the states as steps that extend to now", () => {
  const points = [point(0, { waiting: 4 }), point(5, { sent: 2, waiting: 2 }), point(8, { running: 2, sent: 2 })];
  const [running, sent, failed] = areas(points, 4, START + 10 * 60_000);
  expect(running).toEqual({
    state: "RUNNING",
    path: "M0 40L50 40L50 40L80 40L80 20L100 20L100 40L80 40L80 40L50 40L50 40L0 40Z",
  });
  expect(sent?.path).toBe("M0 40L50 40L50 20L80 20L80 0L100 0L100 20L80 20L80 40L50 40L50 40L0 40Z");
  expect(failed?.path).toBe("M0 40L50 40L50 20L80 20L80 0L100 0L100 0L80 0L80 20L50 20L50 40L0 40Z");
});

it("is empty without points or fridges", () => {
  expect(areas([], 4, START)).toEqual([]);
  expect(areas([point(0, {})], 0, START)).toEqual([]);
});
