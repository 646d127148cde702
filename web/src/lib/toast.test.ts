import { expect, test } from "vitest";
import { durationOf } from "./toast";

test("durationOf returns 4000 to 7000 ms depending on the length of the message", () => {
  expect(durationOf("Saved")).toBe(4000);
  expect(durationOf("Unable to Edit, Please check your internet and your permissions")).toBe(5040);
  expect(durationOf("a".repeat(500))).toBe(7000);
});
