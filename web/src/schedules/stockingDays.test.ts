import { parseDate } from "@internationalized/date";
import { expect, it } from "vitest";
import { nextStockingDay, recentStockingDays } from "./stockingDays";

const NEVER = { monday: 0, tuesday: 0, wednesday: 0, thursday: 0, friday: 0, saturday: 0, sunday: 0 };
const MONDAYS = { ...NEVER, monday: 1 };
// A Monday.
const TODAY = parseDate("2026-11-23");

it("the next stocking is on the given day or the first scheduled day after it", () => {
  expect(nextStockingDay(TODAY, MONDAYS)?.toString()).toBe("2026-11-23");
  expect(nextStockingDay(TODAY.add({ days: 1 }), MONDAYS)?.toString()).toBe("2026-11-30");
  expect(nextStockingDay(TODAY.add({ days: 1 }), { ...MONDAYS, wednesday: 1 })?.toString()).toBe("2026-11-25");
});

it("a location without stocking days has no next stocking", () => {
  expect(nextStockingDay(TODAY, NEVER)).toBeNull();
});

it("the recent stocking days are today and the scheduled days before it, newest first", () => {
  expect(recentStockingDays(TODAY, MONDAYS, 3).map(String)).toEqual(["2026-11-23", "2026-11-16", "2026-11-09"]);
  const days = recentStockingDays(TODAY.add({ days: 1 }), MONDAYS, 2);
  expect(days.map(String)).toEqual(["2026-11-24", "2026-11-23"]);
});

it("a location without stocking days can be stocked today", () => {
  expect(recentStockingDays(TODAY, NEVER, 3).map(String)).toEqual(["2026-11-23"]);
});
