import { describe, expect, it } from "vitest";
import { formatDateTime } from "../lib/formats";
import { timeZoneOf } from "../locations/rules/options";
import { dayPresets, formatBrowserTime, pickTime, suggestedTime, toWallTime } from "./actionTime";

const central = timeZoneOf("CHICAGO");
const now = new Date("2026-01-01T00:00:00Z");

describe("the time of a scheduled change is picked in the location's time zone and stored in UTC (SCH-3)", () => {
  it.each([
    ["winter, Central", "CHICAGO", "2026-11-24", "18:00", "2026-11-25T00:00:00.000Z"],
    ["summer, Central", "CHICAGO", "2026-07-01", "18:00", "2026-07-01T23:00:00.000Z"],
    ["Pacific", "LOSANGELES", "2026-11-24", "06:30", "2026-11-24T14:30:00.000Z"],
    ["the day on which daylight saving time starts", "CHICAGO", "2026-03-08", "03:00", "2026-03-08T08:00:00.000Z"],
    ["the first occurrence of a repeated hour", "CHICAGO", "2026-11-01", "01:30", "2026-11-01T06:30:00.000Z"],
    ["after the repeated hour", "CHICAGO", "2026-11-01", "02:00", "2026-11-01T08:00:00.000Z"],
  ])("%s", (_name, zone, date, time, instant) => {
    const picked = pickTime({ date, time }, timeZoneOf(zone), now);
    expect(picked).toEqual({ ok: true, instant: new Date(instant) });
  });

  it("rejects an hour that daylight saving time skips", () => {
    expect(pickTime({ date: "2026-03-08", time: "02:30" }, central, now)).toEqual({
      ok: false,
      message: "02:30 does not exist on this day in Central because of daylight saving time",
    });
  });

  it("rejects past times", () => {
    const picked = pickTime({ date: "2025-12-31", time: "18:00" }, central, now);
    expect(picked).toEqual({ ok: false, message: "Choose a time in the future" });
  });

  it.each([
    ["no date", { date: "", time: "18:00" }],
    ["no time", { date: "2026-11-24", time: "" }],
    ["an invalid day", { date: "2026-02-30", time: "18:00" }],
  ])("rejects %s", (_name, wall) => {
    expect(pickTime(wall, central, now)).toEqual({ ok: false, message: "Choose a date and a time" });
  });

  it("converts an instant to the wall time", () => {
    expect(toWallTime(new Date("2026-11-25T00:00:00Z"), central)).toEqual({ date: "2026-11-24", time: "18:00" });
  });

  it("suggests a full hour at least half an hour away", () => {
    expect(suggestedTime(new Date("2026-11-24T15:20:00Z"), central)).toEqual({ date: "2026-11-24", time: "10:00" });
    expect(suggestedTime(new Date("2026-11-24T15:40:00Z"), central)).toEqual({ date: "2026-11-24", time: "11:00" });
  });
});

describe("both times are shown when the browser's time zone differs (SCH-3)", () => {
  const instant = new Date("2026-11-25T00:00:00Z");
  it("names the zone of the location", () => {
    expect(formatDateTime(instant, { zone: central.iana, weekday: true })).toBe("Tue, 11/24/2026 6:00 PM CST");
  });
  it("returns the browser's time", () => {
    expect(formatBrowserTime(instant, central, "America/New_York")).toBe("Tue, 11/24/2026 7:00 PM EST");
  });
  it("returns null when both clocks show the same time", () => {
    expect(formatBrowserTime(instant, central, "America/Menominee")).toBeNull();
  });
  it("returns null when the browser has Central time, which is shown next to the location's", () => {
    expect(formatBrowserTime(instant, timeZoneOf("LOSANGELES"), "America/Chicago")).toBeNull();
  });
});

describe("the presets are the start of the next day and of the next Monday in the location's time zone (SCH-16)", () => {
  it.each([
    ["Wednesday", "2026-11-25T18:00:00Z", "2026-11-26", "2026-11-30"],
    ["Sunday", "2026-11-29T18:00:00Z", "2026-11-30", "2026-11-30"],
    ["Monday", "2026-11-30T18:00:00Z", "2026-12-01", "2026-12-07"],
    ["Sunday in Central, Monday in UTC", "2026-11-30T03:00:00Z", "2026-11-30", "2026-11-30"],
  ])("%s", (_day, instant, tomorrow, monday) => {
    expect(dayPresets(new Date(instant), central)).toEqual([
      { label: "Tomorrow", at: { date: tomorrow, time: "00:00" } },
      { label: "Next Monday", at: { date: monday, time: "00:00" } },
    ]);
  });
});
