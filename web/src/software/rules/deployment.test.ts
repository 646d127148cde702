import { describe, expect, it } from "vitest";
import { deployBlockedReason, parseIds, type Deployable } from "./deployment";

const PILOT_ERRORS = [{ field: "id", message: "Pilot ID cannot be empty" }] as const;
const SOFTWARE = { software: "FRIDGE_AGENT", version: "1.2" };
const BASE: Deployable = {
  fridges: 1,
  unknown: [],
  software: "",
  version: "",
  withPilot: false,
  pilotErrors: PILOT_ERRORS,
};
const PILOT = { withPilot: true, pilotErrors: [] } as const;

describe("deployBlockedReason (SWR-7)", () => {
  const cases: readonly (readonly [string, Partial<Deployable>, string | undefined])[] = [
    ["allows software with a version", SOFTWARE, undefined],
    ["allows a complete pilot", PILOT, undefined],
    ["allows software and a pilot", { ...SOFTWARE, ...PILOT }, undefined],
    ["requires a fridge", { ...SOFTWARE, ...PILOT, fridges: 0 }, "Select or enter at least one fridge"],
    ["rejects an unknown ID", { ...SOFTWARE, unknown: ["X"] }, "Some fridge IDs do not exist"],
    ["waits until IDs are checked", { ...SOFTWARE, unknown: null }, "The fridge IDs have not been checked yet"],
    ["requires software or a pilot", {}, "Choose software and a version, or fill in a pilot"],
    ["requires a version for the software", { software: "FRIDGE_AGENT" }, "Choose a version"],
    [
      "requires a version for the software even with a pilot",
      { ...PILOT, software: "FRIDGE_AGENT" },
      "Choose a version",
    ],
    ["rejects an incomplete pilot", { withPilot: true }, "Pilot ID cannot be empty"],
    ["rejects an incomplete pilot with software", { ...SOFTWARE, withPilot: true }, "Pilot ID cannot be empty"],
    ["ignores an incomplete pilot that is not requested", { ...SOFTWARE, pilotErrors: PILOT_ERRORS }, undefined],
    [
      "ignores a complete pilot that is not requested",
      { pilotErrors: [] },
      "Choose software and a version, or fill in a pilot",
    ],
    ["allows 10,000 fridges", { ...SOFTWARE, fridges: 10_000 }, undefined],
    ["rejects a pilot with 10,000 fridges", { ...PILOT, fridges: 10_000 }, "A pilot can have at most 2500 fridges"],
  ];
  it.each(cases)("%s", (_, overrides, reason) => {
    expect(deployBlockedReason({ ...BASE, ...overrides })).toBe(reason);
  });
});

describe("parseIds reads one ID per line (SWR-6)", () => {
  it.each([
    ["", []],
    ["A\nB\r\nC", ["A", "B", "C"]],
    ["  A \n\n\tB\n", ["A", "B"]],
    ["A\nB\nA", ["A", "B"]],
    ["A, B", ["A, B"]],
  ])("%j", (text, ids) => {
    expect(parseIds(text)).toEqual(ids);
  });
});
