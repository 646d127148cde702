import { describe, expect, it } from "vitest";
import { allOf, maxLength, required, wholeNumber } from "./values";

describe("a required whole number (LOC-50, LOC-52)", () => {
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
  ])("for %j returns %j", (value, message) => expect(required(wholeNumber(0, 1000))("stop", value)).toBe(message));

  it("allOf returns the message of the first broken rule", () => {
    const rule = allOf(maxLength(3), (field) => `${field} is never valid`);
    expect(rule("route", "long")).toBe("route can have at most 3 characters");
    expect(rule("route", "ab")).toBe("route is never valid");
    expect(rule("route", "🚚🚚🚚")).toBe("route is never valid");
  });
});
