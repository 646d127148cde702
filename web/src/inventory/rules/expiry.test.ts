import { describe, expect, it } from "vitest";
import { expiryOf, formatExpiry, freshnessOf, formatProduction, worstFreshness } from "./expiry";

describe("formatProduction", () => {
  it("shows 8:00 PM on the production date", () => expect(formatProduction("2026-11-19")).toBe("11/19/2026 8:00 PM"));
});

describe("expiry is 8:00 AM on the production date + shelf life + 1 day (INV-2)", () => {
  it.each([
    ["shelf life of four days", "2026-11-19", 4, "11/24/2026 8:00 AM", "2026-11-24T14:00:00Z"],
    ["shelf life of zero days", "2026-11-19", 0, "11/20/2026 8:00 AM", "2026-11-20T14:00:00Z"],
    ["across the end of a month", "2026-11-29", 3, "12/03/2026 8:00 AM", "2026-12-03T14:00:00Z"],
    ["across the end of a year", "2026-12-30", 1, "01/01/2027 8:00 AM", "2027-01-01T14:00:00Z"],
    ["across a leap day", "2028-02-27", 2, "03/01/2028 8:00 AM", "2028-03-01T14:00:00Z"],
    ["on the day when daylight saving time starts", "2026-03-04", 3, "03/08/2026 8:00 AM", "2026-03-08T13:00:00Z"],
    ["on the day when daylight saving time ends", "2026-10-28", 3, "11/01/2026 8:00 AM", "2026-11-01T14:00:00Z"],
    ["during daylight saving time", "2026-07-01", 5, "07/07/2026 8:00 AM", "2026-07-07T13:00:00Z"],
  ])("%s", (_, productionDate, shelfLife, text, instant) => {
    expect(formatExpiry(productionDate, shelfLife)).toBe(text);
    expect(expiryOf(productionDate, shelfLife)).toBe(Date.parse(instant));
  });
  it("is in the fridge's zone with Central time next to it if the clocks differ (SHL-41)", () =>
    expect(formatExpiry("2026-11-19", 4, "America/New_York")).toBe("11/24/2026 9:00 AM EST (8:00 AM CST)"));
  it("is UNKNOWN without a shelf life", () => {
    expect(formatExpiry("2026-11-19", undefined)).toBe("UNKNOWN");
    expect(expiryOf("2026-11-19", undefined)).toBeNull();
  });
});

describe("freshness", () => {
  const expiry = Date.parse("2026-11-24T14:00:00Z");
  it.each([
    ["good one day and one millisecond before expiry", expiry - 86_400_001, "good"],
    ["soon one day before expiry", expiry - 86_400_000, "soon"],
    ["soon one millisecond before expiry", expiry - 1, "soon"],
    ["expired at expiry", expiry, "expired"],
    ["expired after expiry", expiry + 1e9, "expired"],
  ])("%s", (_, now, freshness) => expect(freshnessOf("2026-11-19", 4, now)).toBe(freshness));
  it("unknown without a shelf life", () => {
    expect(freshnessOf("2026-11-19", undefined, expiry)).toBe("unknown");
  });
  it.each([0, 1, 4, 30, 60])("never improves over time with a shelf life of %i days", (shelfLife) => {
    const order = ["good", "soon", "expired"];
    const start = Date.parse("2026-10-01T00:00:00Z");
    const hours = Array.from({ length: 70 * 24 }, (_, hour) => start + hour * 3_600_000);
    const ranks = hours.map((at) => order.indexOf(freshnessOf("2026-10-01", shelfLife, at)));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(new Set(ranks).size).toBeGreaterThan(1);
  });
  it("worstFreshness returns the worst value", () => {
    expect(worstFreshness(["good", "soon", "unknown"])).toBe("soon");
    expect(worstFreshness(["good", "expired"])).toBe("expired");
    expect(worstFreshness([])).toBeUndefined();
  });
});
