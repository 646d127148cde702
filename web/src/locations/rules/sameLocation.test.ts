import { describe, expect, it } from "vitest";
import { FRIDGE } from "../detail/fridge.fixture";
import { allDayHours } from "./hours";
import { isAsSent } from "./sameLocation";

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

describe("a stored location is what was sent", () => {
  it("also where it is written otherwise: zeros at the end, capitals of the route", () => {
    expect(isAsSent(SENT, STORED)).toBe(true);
  });

  it.each([
    ["another text", { prettyName: "Sears Tower" }],
    ["another part of the address", { city: "Evanston" }],
    ["another number", { taxRate: "2.251" }],
    ["another flag", { prod: "1" }],
    ["other hours", { workHours: { ...allDayHours(), sunday: [["09:00", "12:00"]] } }],
    ["another stocking day", { stockingSchedule: { ...STORED.stockingSchedule, sunday: 1 } }],
    ["a value where the stored one has none", { holidayScreenStartDate: "2026-12-20" }],
  ])("but not with %s", (_what, change) => {
    expect(isAsSent({ ...SENT, ...change }, STORED)).toBe(false);
  });

  it("nor when somebody has changed it since", () => {
    expect(isAsSent(SENT, { ...STORED, version: 2 })).toBe(false);
  });
});
