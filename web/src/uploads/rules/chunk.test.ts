import { describe, expect, it } from "vitest";
import { outcomeOfParts, type PartResult } from "./chunk";

const part = (item: string, lines: number, result: PartResult) => ({ item, lines, result });

describe("the outcome of a chunk by its parts", () => {
  it("counts the lines of each part by its result, and keeps the failed parts to be sent again", () => {
    const parts = [
      part("a", 1, "written"),
      part("b", 2, { failed: "b is invalid" }),
      part("c", 4, "unchanged"),
      part("d", 8, { failed: "" }),
      part("e", 16, "written"),
    ];
    expect(outcomeOfParts(parts)).toEqual({
      written: 17,
      unchanged: 4,
      rest: { lines: 10, payload: ["b", "d"], reasons: ["b is invalid"] },
    });
  });

  it("has no rest where no part failed", () => {
    expect(outcomeOfParts([part("a", 3, "written")])).toEqual({ written: 3, unchanged: 0, rest: null });
  });
});
