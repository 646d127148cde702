import { describe, expect, it } from "vitest";
import { combineResults, type PartResult } from "./chunk";

const part = (item: string, lines: number, result: PartResult) => ({ item, lines, result });

describe("combineResults", () => {
  it("counts the lines of each part by its result and returns the failed parts for a retry", () => {
    const parts = [
      part("a", 1, "written"),
      part("b", 2, { failed: "b is invalid" }),
      part("c", 4, "unchanged"),
      part("d", 8, { failed: "" }),
      part("e", 16, "written"),
    ];
    expect(combineResults(parts)).toEqual({
      written: 17,
      unchanged: 4,
      failedParts: { lines: 10, payload: ["b", "d"], reasons: ["b is invalid"] },
    });
  });

  it("has no failed parts when no part failed", () => {
    expect(combineResults([part("a", 3, "written")])).toEqual({ written: 3, unchanged: 0, failedParts: null });
  });
});
