import { describe, expect, test } from "vitest";
import { additionsOf, differenceOf, fitRole, MAX_EXTRA } from "./roles";

const ROLES = [
  { name: "Dispatcher", actions: ["GetAllLocation", "UpdateJit"], flags: ["jit-management"] },
  { name: "Planner", actions: ["GetAllLocation", "UploadPars"], flags: [] },
  { name: "Reader", actions: ["GetAllLocation"], flags: [] },
  { name: "Empty", actions: [], flags: [] },
];

describe("the role that fits a person (USR-8)", () => {
  const extras = Array.from({ length: MAX_EXTRA + 1 }, (_, index) => `Extra${index}`);

  test.each([
    ["all actions and flags of a role", ["GetAllLocation", "UpdateJit"], ["jit-management"], "Dispatcher"],
    ["an additional action", ["GetAllLocation", "UpdateJit", "VanTasks"], ["jit-management"], "Dispatcher + 1"],
    ["an additional action and flag", ["GetAllLocation", "VanTasks"], ["jofemar"], "Reader + 2"],
    ["a missing flag", ["GetAllLocation", "UpdateJit"], [], "Reader + 1"],
    ["as many additional actions as allowed", ["GetAllLocation", ...extras.slice(1)], [], `Reader + ${MAX_EXTRA}`],
    ["too many additional actions", ["GetAllLocation", ...extras], [], "Custom"],
    ["no role's actions", ["VanTasks"], [], "Custom"],
    ["no permissions", [], [], "No permissions"],
  ])("of a person with %s", (_, actions, flags, label) => {
    expect(fitRole({ actions, flags }, ROLES).label).toBe(label);
  });

  test("names the additional permissions", () => {
    expect(fitRole({ actions: ["GetAllLocation", "UploadPars", "VanTasks"], flags: ["jofemar"] }, ROLES)).toEqual({
      role: "Planner",
      extra: ["VanTasks", "jofemar"],
      label: "Planner + 2",
    });
  });
});

describe("the preview of a change (USR-7)", () => {
  const before = { actions: ["GetAllLocation", "VanTasks"], flags: ["jofemar"] };
  const after = { actions: ["GetAllLocation", "UpdateJit"], flags: ["jit-management"] };

  test("of a role lists added, removed and kept permissions", () => {
    expect(differenceOf(before, after)).toEqual({
      added: ["UpdateJit", "jit-management"],
      removed: ["VanTasks", "jofemar"],
      kept: ["GetAllLocation"],
    });
  });

  test("of a copy removes nothing", () => {
    expect(additionsOf(before, after)).toEqual({
      added: ["UpdateJit", "jit-management"],
      removed: [],
      kept: ["GetAllLocation", "VanTasks", "jofemar"],
    });
  });
});
