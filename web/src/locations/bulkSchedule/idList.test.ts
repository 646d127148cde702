import { expect, test } from "vitest";
import { parseIds, addIds, removeIds } from "./idList";

test.each([
  ["", []],
  ["F1\nF2\n", ["F1", "F2"]],
  ["F1\r\nF2", ["F1", "F2"]],
  ["  F1  \n\n\tF2", ["F1", "F2"]],
  ["F1, F2;F3", ["F1", "F2", "F3"]],
  ["F2\nF1\nF2", ["F2", "F1"]],
])("parses %j into distinct ids", (text, ids) => {
  expect(parseIds(text)).toEqual(ids);
});

test("appends ids that are not in the list yet", () => {
  expect(addIds("F1\nF2", ["F2", "F3"])).toBe("F1\nF2\nF3\n");
});

test("removes ids at any position", () => {
  expect(removeIds("F1\nF2\nF3", ["F1", "F3"])).toBe("F2\n");
});
