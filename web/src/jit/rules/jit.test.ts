import { describe, expect, it } from "vitest";
import cases from "../../../../functions/jit/cases/jit.json";
import { decisionError, lockOf, REASONS } from "./jit";

describe("JIT decisions (JIT-2)", () => {
  it("has the same reasons as the server", () => expect(REASONS).toEqual(cases.reasons));
  it.each(cases.decisions)("$name", ({ jitIndicator, reason, error }) => {
    expect(decisionError(jitIndicator, reason)).toBe(error);
  });
});

describe("lockOf (JIT-3)", () => {
  it.each(cases.locks)("$name", ({ lock, ...state }) => {
    expect(lockOf(state) ?? null).toBe(lock);
  });
});
