import { describe, expect, it } from "vitest";
import { expiryOf, expiryText, freshnessOf, productionText, worstOf } from "./expiry";

describe("spec 9, production is shown as 8:00 PM", () => {
  it("of the production date", () => expect(productionText("2026-11-19")).toBe("11/19/2026 8:00 PM"));
});

describe("spec 9, expiry is 8:00 AM on the production date + shelf life + 1 day", () => {
  it.each([
    ["four days", "2026-11-19", 4, "11/24/2026 8:00 AM", "2026-11-24T14:00:00Z"],
    ["none at all", "2026-11-19", 0, "11/20/2026 8:00 AM", "2026-11-20T14:00:00Z"],
    ["over the end of a month", "2026-11-29", 3, "12/03/2026 8:00 AM", "2026-12-03T14:00:00Z"],
    ["over the end of a year", "2026-12-30", 1, "01/01/2027 8:00 AM", "2027-01-01T14:00:00Z"],
    ["over a leap day", "2028-02-27", 2, "03/01/2028 8:00 AM", "2028-03-01T14:00:00Z"],
    ["to the day on which clocks go forward", "2026-03-04", 3, "03/08/2026 8:00 AM", "2026-03-08T13:00:00Z"],
    ["to the day on which clocks go back", "2026-10-28", 3, "11/01/2026 8:00 AM", "2026-11-01T14:00:00Z"],
    ["in summer", "2026-07-01", 5, "07/07/2026 8:00 AM", "2026-07-07T13:00:00Z"],
  ])("%s", (_, made, shelfLife, text, instant) => {
    expect(expiryText(made, shelfLife)).toBe(text);
    expect(expiryOf(made, shelfLife)).toBe(Date.parse(instant));
  });
  it("shows UNKNOWN where the shelf life is not known", () => {
    expect(expiryText("2026-11-19", undefined)).toBe("UNKNOWN");
    expect(expiryOf("2026-11-19", undefined)).toBeNull();
  });
});

describe("what has expired, and what will within a day", () => {
  const expiry = Date.parse("2026-11-24T14:00:00Z");
  it.each([
    ["good a day and a millisecond before", expiry - 86_400_001, "good"],
    ["soon a day before", expiry - 86_400_000, "soon"],
    ["soon a millisecond before", expiry - 1, "soon"],
    ["expired at that moment", expiry, "expired"],
    ["expired ever after", expiry + 1e9, "expired"],
  ])("%s", (_, now, freshness) => expect(freshnessOf("2026-11-19", 4, now)).toBe(freshness));
  it("nothing is known without a shelf life", () => {
    expect(freshnessOf("2026-11-19", undefined, expiry)).toBe("unknown");
  });
  it.each([0, 1, 4, 30, 60])("never gets fresher, with a shelf life of %i days", (shelfLife) => {
    const order = ["good", "soon", "expired"];
    const begin = Date.parse("2026-10-01T00:00:00Z");
    const hours = Array.from({ length: 70 * 24 }, (_, hour) => begin + hour * 3_600_000);
    const places = hours.map((at) => order.indexOf(freshnessOf("2026-10-01", shelfLife, at)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBeGreaterThan(1);
  });
  it("a slot is as its worst unit", () => {
    expect(worstOf(["good", "soon", "unknown"])).toBe("soon");
    expect(worstOf(["good", "expired"])).toBe("expired");
    expect(worstOf([])).toBeUndefined();
  });
});
