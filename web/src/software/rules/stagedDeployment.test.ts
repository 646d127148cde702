import { expect, it } from "vitest";
import { MAX_TARGETS, stagedBlockedReason } from "./stagedDeployment";

const COMPLETE = { fridges: 20, unknown: [], software: "FRIDGE_AGENT", version: "3.12.0" };

it.each([
  ["no fridge", { fridges: 0 }, "Choose a pilot, or select or enter at least one fridge"],
  ["too many fridges", { fridges: MAX_TARGETS + 1 }, "A deployment can have at most 2500 fridges"],
  ["unchecked ids", { unknown: null }, "The fridge IDs have not been checked yet"],
  ["unknown ids", { unknown: ["X"] }, "Some fridge IDs do not exist"],
  ["no software", { software: "" }, "Choose software and a version"],
  ["no version", { version: "" }, "Choose software and a version"],
  ["nothing", {}, undefined],
] as const)("is blocked by %s", (_, changes, expected) => {
  expect(stagedBlockedReason({ ...COMPLETE, ...changes })).toBe(expected);
});
