import { describe, expect, it } from "vitest";
import { storedIdLookup, withStoredIds } from "./storedIds";

describe("storedIds", () => {
  it.each([
    ["CHI_0001", "CHI_0001"],
    ["chi_0001", "CHI_0001"],
    ["Chi_0001", "CHI_0001"],
    ["NYC_0001", "NYC_0001"],
    ["", ""],
  ])("maps %j to %j", (id, stored) => {
    expect(storedIdLookup(["CHI_0001"])(id)).toBe(stored);
  });

  it("replaces the ids of lines and keeps lines that have the stored id", () => {
    const lines = [{ cells: { id: "chi_0001", stop: "1" } }, { cells: { id: "CHI_0002", stop: "2" } }];
    const replaced = withStoredIds(lines, "id", ["CHI_0001", "CHI_0002"]);
    expect(replaced.map(({ cells }) => cells)).toEqual([
      { id: "CHI_0001", stop: "1" },
      { id: "CHI_0002", stop: "2" },
    ]);
    expect(replaced[1]).toBe(lines[1]);
  });
});
