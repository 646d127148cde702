import { describe, expect, it } from "vitest";
import { all, atMost, required, wholeNumber } from "./values";

describe("spec 5.2, what a cell must hold", () => {
  it.each([
    ["", "stop cannot be empty"],
    ["0", null],
    ["1000", null],
    ["007", null],
    ["1001", "stop should be a number in the range of 0 to 1000!"],
    ["-1", "stop should be a number in the range of 0 to 1000!"],
    ["first", "stop should be a number in the range of 0 to 1000!"],
    ["1e2", "stop should be a number in the range of 0 to 1000!"],
    ["2.5", "stop cannot be a decimal number"],
    ["2.0", "stop cannot be a decimal number"],
  ])("stop %j: %s", (value, message) => expect(required(wholeNumber(0, 1000))("stop", value)).toBe(message));

  it("the first broken rule is told", () => {
    const rule = all(atMost(3), (field) => `${field} is never right`);
    expect(rule("route", "long")).toBe("route can have at most 3 characters");
    expect(rule("route", "ab")).toBe("route is never right");
    expect(rule("route", "🚚🚚🚚")).toBe("route is never right");
  });
});
