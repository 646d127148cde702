import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lacksOf, MIN_LENGTH } from "./password";

test.each([
  ["Cold-Lunch-4-All", []],
  ["Aa1!aaaaaaa", ["12 characters"]],
  ["aaaaaaaaaaaa", ["an uppercase letter", "a number", "a symbol"]],
  ["AAAAAAAAAA1 ", ["a lowercase letter"]],
  ["", ["12 characters", "a lowercase letter", "an uppercase letter", "a number", "a symbol"]],
])("%j lacks %j", (password, lacks) => {
  expect(lacksOf(password)).toEqual(lacks);
});

test("the requirements are those of the user pool", () => {
  const template = readFileSync("../infra/identity.yaml", "utf8");
  expect(template).toContain(`MinimumLength: ${MIN_LENGTH}\n`);
  for (const kind of ["Lowercase", "Uppercase", "Numbers", "Symbols"]) {
    expect(template).toContain(`Require${kind}: true`);
  }
});
