import { describe, expect, it } from "vitest";
import cases from "../../../../functions/jit/cases/jit.json";
import { faultOf, lockOf, REASONS } from "./jit";

describe("spec 5, JIT: reasons", () => {
  it("offers those of the spec", () => expect(REASONS).toEqual(cases.reasons));
  it.each(cases.decisions)("$name", ({ jitIndicator, reason, error }) => {
    expect(faultOf(jitIndicator, reason)).toBe(error);
  });
});

describe("spec 4.6, a row is locked", () => {
  it.each(cases.locks)("$name", ({ lock, ...standing }) => {
    expect(lockOf(standing) ?? null).toBe(lock);
  });
});
