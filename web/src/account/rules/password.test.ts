import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingRequirements, MIN_LENGTH } from "./password";

test.each([
  ["Cold-Lunch-4-All", []],
  ["Aa1!aaaaaaa", ["at least 12 characters"]],
  ["aaaaaaaaaaaa", ["an uppercase letter", "a number", "a symbol"]],
  ["AAAAAAAAAA1 ", ["a lowercase letter"]],
  ["", ["at least 12 characters", "a lowercase letter", "an uppercase letter", "a number", "a symbol"]],
])("missingRequirements of %j is %j", (password, missing) => {
  expect(missingRequirements(password)).toEqual(missing);
});

test("the requirements match the user pool's password policy", () => {
  const template = readFileSync("../infra/identity.yaml", "utf8");
  expect(template).toContain(`MinimumLength: ${MIN_LENGTH}\n`);
  for (const kind of ["Lowercase", "Uppercase", "Numbers", "Symbols"]) {
    expect(template).toContain(`Require${kind}: true`);
  }
});
