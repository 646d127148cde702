import { describe, expect, it } from "vitest";
import cases from "../../../../functions/stocking/cases/drop-override.json";
import { checkDecision, isListed, type RowLocationType } from "./dropOverride";

describe("spec 4.5 and 5, statuses and reasons that may be decided", () => {
  it.each(cases.decisions)("$name", ({ errors, locationType, ...decision }) => {
    expect(checkDecision(decision, locationType as RowLocationType)).toEqual(errors);
  });
});

describe("spec 5, rows excluded from the list", () => {
  it.each(cases.rows)("$name", ({ listed, ...row }) => {
    expect(isListed(row, row)).toBe(listed);
  });
});
