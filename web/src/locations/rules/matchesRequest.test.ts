import { describe, expect, it } from "vitest";
import { FRIDGE } from "../detail/fridge.fixture";
import { allDayHours } from "./hours";
import { matchesRequest } from "./matchesRequest";

const STORED = { ...FRIDGE, version: 1, route: "mw-7", hours: "24 Hours", workHours: allDayHours() } as typeof FRIDGE;
const SENT = {
  id: "FRIDGE_1",
  street: "233 S Wacker Dr",
  city: "Chicago",
  state: "IL",
  zipCode: "60606",
  latitude: "41.87890",
  prod: "0",
  route: "MW-7",
  stop: "04",
  taxRate: "2.250",
  workHours: allDayHours(),
  stockingSchedule: STORED.stockingSchedule,
};

describe("matchesRequest", () => {
  it("ignores trailing zeros and the case of the route", () => {
    expect(matchesRequest(SENT, STORED)).toBe(true);
  });

  it.each([
    ["another text", { prettyName: "Sears Tower" }],
    ["another part of the address", { city: "Evanston" }],
    ["another number", { taxRate: "2.251" }],
    ["another flag", { prod: "1" }],
    ["other hours", { workHours: { ...allDayHours(), sunday: [["09:00", "12:00"]] } }],
    ["another stocking day", { stockingSchedule: { ...STORED.stockingSchedule, sunday: 1 } }],
    ["a value where the stored one has none", { holidayScreenStartDate: "2026-12-20" }],
  ])("detects %s", (_what, change) => {
    expect(matchesRequest({ ...SENT, ...change }, STORED)).toBe(false);
  });

  it("rejects a location that was changed after its creation", () => {
    expect(matchesRequest(SENT, { ...STORED, version: 2 })).toBe(false);
  });
});
