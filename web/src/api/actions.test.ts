import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACTIONS } from "./actions";

test("the actions match the server's enum Action", () => {
  const source = readFileSync("../shared/src/action.rs", "utf8");
  const body = /enum Action \{([^}]*)\}/.exec(source)?.[1] ?? "";
  expect(ACTIONS).toEqual(body.match(/\w+/g));
});
