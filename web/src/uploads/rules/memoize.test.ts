import { expect, it, vi } from "vitest";
import { memoize } from "./memoize";

it("calls the function once for each text, also if the result is null", () => {
  const parse = vi.fn((text: string) => (text === "" ? null : text.length));
  const parseOnce = memoize(parse);
  expect(["11/23", "", "11/23", ""].map(parseOnce)).toEqual([5, null, 5, null]);
  expect(parse.mock.calls).toEqual([["11/23"], [""]]);
});
