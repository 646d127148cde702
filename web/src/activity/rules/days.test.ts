import { expect, test } from "vitest";
import { checkDays } from "./days";

test.each([
  ["2026-11-23", "2026-11-23", null],
  ["2026-01-01", "2027-01-01", null],
  ["2026-01-01", "2027-01-02", "The range can have at most 366 days"],
  ["2026-11-23", "2026-11-22", "The last day cannot be before the first day"],
])("the range from %s to %s has the error %s", (from, to, expected) => expect(checkDays(from, to)).toBe(expected));
