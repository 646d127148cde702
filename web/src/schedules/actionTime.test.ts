import { describe, expect, it } from "vitest";
import { timeZoneOf } from "../locations/rules/options";
import { browserTime, formatInstant, pickTime, suggestedTime, wallTimeOf } from "./actionTime";

const central = timeZoneOf("CHICAGO");
const now = new Date("2026-01-01T00:00:00Z");

describe("the time of a scheduled change is picked in the location's zone and kept in UTC", () => {
  it.each([
    ["winter, Central", "CHICAGO", "2026-11-24", "18:00", "2026-11-25T00:00:00.000Z"],
    ["summer, Central", "CHICAGO", "2026-07-01", "18:00", "2026-07-01T23:00:00.000Z"],
    ["Pacific", "LOSANGELES", "2026-11-24", "06:30", "2026-11-24T14:30:00.000Z"],
    ["the day on which clocks go forward", "CHICAGO", "2026-03-08", "03:00", "2026-03-08T08:00:00.000Z"],
    ["the first of a repeated hour", "CHICAGO", "2026-11-01", "01:30", "2026-11-01T06:30:00.000Z"],
    ["after the repeated hour", "CHICAGO", "2026-11-01", "02:00", "2026-11-01T08:00:00.000Z"],
  ])("%s", (_name, zone, date, time, instant) => {
    const picked = pickTime({ date, time }, timeZoneOf(zone), now);
    expect(picked).toEqual({ ok: true, instant: new Date(instant) });
  });

  it("refuses an hour that the clocks skip", () => {
    expect(pickTime({ date: "2026-03-08", time: "02:30" }, central, now)).toEqual({
      ok: false,
      message: "There is no 02:30 on this day in Central: the clocks go forward",
    });
  });

  it("refuses past times and now", () => {
    const picked = pickTime({ date: "2025-12-31", time: "18:00" }, central, now);
    expect(picked).toEqual({ ok: false, message: "Choose a time in the future" });
  });

  it.each([
    ["no date", { date: "", time: "18:00" }],
    ["no time", { date: "2026-11-24", time: "" }],
    ["no such day", { date: "2026-02-30", time: "18:00" }],
  ])("refuses %s", (_name, wall) => {
    expect(pickTime(wall, central, now)).toEqual({ ok: false, message: "Choose a date and a time" });
  });

  it("goes back from the instant to the wall time", () => {
    expect(wallTimeOf(new Date("2026-11-25T00:00:00Z"), central)).toEqual({ date: "2026-11-24", time: "18:00" });
  });

  it("suggests a full hour at least half an hour away", () => {
    expect(suggestedTime(new Date("2026-11-24T15:20:00Z"), central)).toEqual({ date: "2026-11-24", time: "10:00" });
    expect(suggestedTime(new Date("2026-11-24T15:40:00Z"), central)).toEqual({ date: "2026-11-24", time: "11:00" });
  });
});

describe("both times are shown when the browser's zone differs", () => {
  const instant = new Date("2026-11-25T00:00:00Z");
  it("names the zone of the location", () => {
    expect(formatInstant(instant, central.iana)).toBe("Tue, Nov 24, 2026, 6:00 PM CST");
  });
  it("shows the browser's time beside it", () => {
    expect(browserTime(instant, central, "America/New_York")).toBe("Tue, Nov 24, 2026, 7:00 PM EST");
  });
  it("shows one time when the clocks agree", () => {
    expect(browserTime(instant, central, "America/Menominee")).toBeNull();
  });
});
