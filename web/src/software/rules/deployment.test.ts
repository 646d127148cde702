import { describe, expect, it } from "vitest";
import { deployRefusal, typedIds, type Deployable } from "./deployment";

const WRONG = [{ field: "id", message: "Pilot ID cannot be empty" }] as const;
const SOFTWARE = { software: "FRIDGE_AGENT", version: "1.2" };
const BASE: Deployable = {
  fridges: 1,
  unknown: [],
  software: "",
  version: "",
  withPilot: false,
  pilotErrors: WRONG,
};
const PILOT = { withPilot: true, pilotErrors: [] } as const;

describe("spec 5, DEPLOY is enabled only when", () => {
  const cases: readonly (readonly [string, Partial<Deployable>, string | undefined])[] = [
    ["a software and a version are chosen", SOFTWARE, undefined],
    ["all fields of a ticked pilot are complete", PILOT, undefined],
    ["both", { ...SOFTWARE, ...PILOT }, undefined],
    ["not without a fridge", { ...SOFTWARE, ...PILOT, fridges: 0 }, "Select or type at least one fridge"],
    [
      "not with a typed ID that is unknown",
      { ...SOFTWARE, unknown: ["X"] },
      "Some of the typed fridge IDs do not exist",
    ],
    ["not before typed IDs are checked", { ...SOFTWARE, unknown: null }, "The typed fridge IDs are not checked yet"],
    ["not with nothing to deploy", {}, "Choose a software and a version, or fill in a pilot"],
    ["not with a software alone", { software: "FRIDGE_AGENT" }, "Choose a version"],
    ["not with a software alone and a pilot", { ...PILOT, software: "FRIDGE_AGENT" }, "Choose a version"],
    ["not with a ticked pilot that is incomplete", { withPilot: true }, "Pilot ID cannot be empty"],
    [
      "not with a ticked pilot that is incomplete beside a software",
      { ...SOFTWARE, withPilot: true },
      "Pilot ID cannot be empty",
    ],
    ["with an incomplete pilot that is not ticked", { ...SOFTWARE, pilotErrors: WRONG }, undefined],
    [
      "not with a complete pilot that is not ticked",
      { pilotErrors: [] },
      "Choose a software and a version, or fill in a pilot",
    ],
    ["with 10,000 fridges", { ...SOFTWARE, fridges: 10_000 }, undefined],
    ["not with a pilot of 10,000 fridges", { ...PILOT, fridges: 10_000 }, "A pilot has at most 2500 fridges"],
  ];
  it.each(cases)("%s", (_, differing, refusal) => {
    expect(deployRefusal({ ...BASE, ...differing })).toBe(refusal);
  });
});

describe("spec 5, typed fridge IDs are one per line", () => {
  it.each([
    ["", []],
    ["A\nB\r\nC", ["A", "B", "C"]],
    ["  A \n\n\tB\n", ["A", "B"]],
    ["A\nB\nA", ["A", "B"]],
    ["A, B", ["A, B"]],
  ])("%j", (text, ids) => {
    expect(typedIds(text)).toEqual(ids);
  });
});
