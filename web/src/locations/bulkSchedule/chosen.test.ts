import { expect, test } from "vitest";
import { idsOf, withIds, withoutIds } from "./chosen";

test.each([
  ["", []],
  ["F1\nF2\n", ["F1", "F2"]],
  ["F1\r\nF2", ["F1", "F2"]],
  ["  F1  \n\n\tF2", ["F1", "F2"]],
  ["F1, F2;F3", ["F1", "F2", "F3"]],
  ["F2\nF1\nF2", ["F2", "F1"]],
])("ids pasted as %j are each taken once", (text, ids) => {
  expect(idsOf(text)).toEqual(ids);
});

test("picked ids are added below, and not twice", () => {
  expect(withIds("F1\nF2", ["F2", "F3"])).toBe("F1\nF2\nF3\n");
});

test("ids are taken out wherever they stand", () => {
  expect(withoutIds("F1\nF2\nF3", ["F1", "F3"])).toBe("F2\n");
});
