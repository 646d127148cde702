import { describe, expect, it } from "vitest";
import { nextSort, parseSort } from "./sort";

describe("the sort order", () => {
  it("is parsed from the URL, and a header click cycles through it", () => {
    expect(parseSort("-FRIDGE_AGENT")).toEqual({ column: "FRIDGE_AGENT", descending: true });
    expect(parseSort("name")).toBeNull();
    expect(nextSort("id", null)).toBe("id");
    expect(nextSort("id", { column: "id", descending: false })).toBe("-id");
    expect(nextSort("id", { column: "id", descending: true })).toBe("");
  });
});
