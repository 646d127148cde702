import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/drop-override.json";
import { validateDecision, isListed, type RowLocationType } from "./dropOverride";

describe("validateDecision (DRP-2, DRP-3)", () => {
  it.each(cases.decisions)("$name", ({ errors, locationType, ...decision }) => {
    expect(validateDecision(decision, locationType as RowLocationType)).toEqual(errors);
  });
});

describe("isListed (DRP-4)", () => {
  it.each(cases.rows)("$name", ({ listed, ...row }) => {
    expect(isListed(row, row)).toBe(listed);
  });
});
