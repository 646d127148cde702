import { getDotPath, safeParse } from "valibot";
import { expect, test } from "vitest";
import type { FieldError } from "../../api/errors";
import { valuesWithRules } from "./rule";

const issuesOf = (errors: readonly FieldError[]) =>
  safeParse(
    valuesWithRules(() => errors),
    {},
  ).issues?.map((issue) => [getDotPath(issue), issue.message]);

test("accepts values without errors", () => {
  expect(issuesOf([])).toBeUndefined();
});

test("reports errors at their fields, and several messages of a field as one text", () => {
  expect(
    issuesOf([
      { field: "address.street", message: "street cannot be empty" },
      { field: "workHours", message: "Monday is missing" },
      { field: "workHours", message: "Tuesday is missing" },
    ]),
  ).toEqual([
    ["address.street", "street cannot be empty"],
    ["workHours", "Monday is missing\nTuesday is missing"],
  ]);
});
