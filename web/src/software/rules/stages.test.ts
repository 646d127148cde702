import { describe, expect, it } from "vitest";
import { sampleDeployment, sampleStage } from "../stages/deployment.fixture";
import { continuations, isUnfinished, parseStages, shownCounts, stageName, totalOf, waitsForUser } from "./stages";

describe("the ways to continue", () => {
  const scopes = (changes: Parameters<typeof sampleDeployment>[0]) =>
    continuations(sampleDeployment(changes)).map(({ label, fridges }) => [label, fridges]);

  it("are the next stage and all stages", () => {
    expect(scopes({ startedStages: 1 })).toEqual([
      ["Continue to 25%", 4],
      ["Continue to all", 19],
    ]);
  });

  it("are only all stages before the last one, and none after it", () => {
    expect(scopes({ startedStages: 2 })).toEqual([["Continue to all", 19]]);
    expect(scopes({ startedStages: 3 })).toEqual([]);
  });

  it("include the started stages after a pause", () => {
    expect(scopes({ state: "PAUSED", startedStages: 3 })).toEqual([["Continue", 19]]);
  });

  it("are none after the end", () => {
    for (const state of ["STOPPED", "COMPLETED", "ROLLED_BACK"] as const) expect(scopes({ state })).toEqual([]);
  });
});

it("waits for a user when the started stages have results and more stages follow", () => {
  expect(waitsForUser(sampleDeployment({ startedStages: 1 }))).toBe(true);
  expect(waitsForUser(sampleDeployment({ startedStages: 2 }))).toBe(false);
  expect(waitsForUser(sampleDeployment({ startedStages: 1, state: "PAUSED" }))).toBe(false);
  const done = [sampleStage(5, { running: 1 })];
  expect(waitsForUser(sampleDeployment({ stages: done, startedStages: 1 }))).toBe(false);
});

it("is unfinished while the server checks the fridges", () => {
  expect(isUnfinished(sampleDeployment({}))).toBe(true);
  expect(isUnfinished(sampleDeployment({ nextCheckAt: null }))).toBe(false);
});

it("names stages by their share", () => {
  expect([null, 5, 100].map((percent) => stageName(sampleStage(percent, {})))).toEqual(["Pilot", "5%", "All"]);
});

it("shows only counts that are not 0, and sums all", () => {
  const { counts } = sampleStage(5, { sent: 2, waiting: 3 });
  expect(shownCounts(counts).map(({ label, fridges }) => [label, fridges])).toEqual([
    ["Sent", 2],
    ["Waiting", 3],
  ]);
  expect(totalOf(counts)).toBe(5);
});

it.each([
  ["5, 25, 100", [5, 25, 100]],
  ["5%,25%,100%", [5, 25, 100]],
  ["100", [100]],
  ["", null],
  ["5, 25", null],
  ["25, 5, 100", null],
  ["5, 5, 100", null],
  ["0, 100", null],
  ["5.5, 100", null],
  ["1,2,3,4,5,6,7,8,9,10,100", null],
])("parses the stages %j", (text, expected) => {
  expect(parseStages(text)).toEqual(expected);
});
