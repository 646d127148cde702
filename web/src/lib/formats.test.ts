import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { temperatureTone } from "../health/rules/colors";
import {
  browserZone,
  compareIds,
  compareNames,
  formatAge,
  formatClock,
  formatCount,
  formatCountdown,
  formatDateTime,
  formatDateTimeWithCentral,
  formatDay,
  formatDayWithWeekday,
  formatDecimal,
  formatDegrees,
  formatHour,
  formatHourOfDay,
  formatMoney,
  formatNames,
  formatNumber,
  formatPart,
  formatPercent,
  formatDuration,
  formatPeriod,
  formatSeconds,
  formatShare,
  formatTemperature,
  formatTime,
  formatTimestamp,
  formatTimeWithCentral,
  formatWeekday,
  formatZone,
} from "./formats";

const WINTER = "2026-11-21T23:02:31Z";
const SUMMER = "2026-07-01T05:05:09Z";
const NEW_YORK = "America/New_York";

describe("times of a fridge (SHL-41)", () => {
  const LATE = "2026-11-22T05:30:00Z";
  test.each([
    [WINTER, "America/Chicago", "Sat, 11/21/2026 5:02 PM CST"],
    [WINTER, NEW_YORK, "Sat, 11/21/2026 6:02 PM EST (5:02 PM CST)"],
    [LATE, NEW_YORK, "Sun, 11/22/2026 12:30 AM EST (Sat, 11/21/2026 11:30 PM CST)"],
    ["nonsense", NEW_YORK, "nonsense"],
  ])("%s in %s is %s", (instant, zone, text) =>
    expect(formatDateTimeWithCentral(instant, { zone, weekday: true })).toBe(text),
  );

  test("have Central time next to them only if the clocks differ", () => {
    expect(formatTimeWithCentral(WINTER, NEW_YORK)).toBe("6:02 PM EST (5:02 PM CST)");
    expect(formatTimeWithCentral(WINTER, "America/Chicago")).toBe("5:02 PM CST");
    expect(formatDateTimeWithCentral(WINTER, { zone: NEW_YORK, seconds: true })).toMatch(
      /^11\/21\/2026 6:02:\d\d PM EST \(5:02:\d\d PM CST\)$/,
    );
  });
});

describe("dates", () => {
  test.each([
    ["2026-11-21", "11/21/2026"],
    ["2026-01-05", "01/05/2026"],
    ["0999-01-05", "01/05/999"],
    ["nonsense", "nonsense"],
  ])("formatDay formats %s as %s (RTE-3)", (day, shown) => expect(formatDay(day)).toBe(shown));

  test("formatWeekday does not depend on the browser's time zone", () =>
    expect(formatWeekday("2026-11-21")).toBe("Saturday"));

  test("formatDayWithWeekday puts the weekday before the date", () =>
    expect(formatDayWithWeekday("2026-01-05")).toBe("Mon, 01/05/2026"));
});

describe("times", () => {
  test.each([
    ["in winter", WINTER, {}, "5:02 PM CST"],
    ["in summer", SUMMER, {}, "12:05 AM CDT"],
    ["with seconds", WINTER, { seconds: true }, "5:02:31 PM CST"],
    ["in another zone", WINTER, { zone: NEW_YORK }, "6:02 PM EST"],
    ["of text that is no time", "soon", {}, "soon"],
  ])("formatTime %s", (_, instant, options, text) => expect(formatTime(instant, options)).toBe(text));

  test.each([
    ["in winter", WINTER, {}, "11/21/2026 5:02 PM CST"],
    ["in summer", SUMMER, {}, "07/01/2026 12:05 AM CDT"],
    ["with seconds", WINTER, { seconds: true }, "11/21/2026 5:02:31 PM CST"],
    ["with the weekday", WINTER, { weekday: true }, "Sat, 11/21/2026 5:02 PM CST"],
    ["in another zone, on another day", SUMMER, { zone: "America/Los_Angeles" }, "06/30/2026 10:05 PM PDT"],
    ["of text that is no time", "soon", {}, "soon"],
  ])("formatDateTime %s", (_, instant, options, text) => expect(formatDateTime(instant, options)).toBe(text));

  test.each([
    ["milliseconds", Date.parse(WINTER)],
    ["a Date", new Date(WINTER)],
  ])("formatDateTime formats %s like text", (_, instant) =>
    expect(formatDateTime(instant)).toBe("11/21/2026 5:02 PM CST"),
  );

  test.each([NaN, new Date(NaN)])("formats the invalid time %s as an empty text", (instant) =>
    expect([formatDateTime(instant), formatTime(instant), formatTimestamp(instant)]).toEqual(["", "", ""]),
  );

  test("formatClock omits the zone", () => expect(formatClock(WINTER)).toBe("5:02 PM"));

  test.each([
    [WINTER, "11/21/2026 17:02 CT"],
    ["2026-11-21T06:00:00Z", "11/21/2026 00:00 CT"],
  ])("formatTimestamp formats %s as %s (RPT-1)", (instant, text) => expect(formatTimestamp(instant)).toBe(text));

  test("formatHour omits the minutes", () => expect(formatHour(WINTER)).toBe("5 PM"));

  test.each([
    [0, "12 AM"],
    [11, "11 AM"],
    [17, "5 PM"],
  ])("formatHourOfDay formats %i as %s", (hour, text) => expect(formatHourOfDay(hour)).toBe(text));

  test.each([
    [WINTER, undefined, "CST"],
    [SUMMER, undefined, "CDT"],
    [WINTER, NEW_YORK, "EST"],
  ])("formatZone of %s in %s is %s", (instant, zone, name) => expect(formatZone(instant, zone)).toBe(name));

  test("browserZone returns a zone that times can be formatted in", () =>
    expect(formatTime(WINTER, { zone: browserZone() })).toMatch(/^\d+:02 [AP]M/));
});

describe("ages and durations", () => {
  test.each([
    [59_000, "just now"],
    [60_000, "1 minute ago"],
    [3 * 3_600_000, "3 hours ago"],
    [49 * 3_600_000, "2 days ago"],
  ])("formatAge formats %i ms as %s", (age, text) => expect(formatAge(0, age)).toBe(text));

  test.each([
    [0, "0 min"],
    [45 * 60_000, "45 min"],
    [125 * 60_000, "2 h 5 min"],
    [(3 * 24 * 60 + 240) * 60_000, "3 d 4 h 0 min"],
    [59.6 * 60_000, "1 h 0 min"],
  ])("formatDuration formats %i ms as %s", (duration, text) => expect(formatDuration(duration)).toBe(text));

  test.each([
    [5_000, "5 seconds"],
    [60_000, "minute"],
    [150_000, "2.5 minutes"],
  ])("formatPeriod formats %i ms as %s", (period, text) => expect(formatPeriod(period)).toBe(text));

  test.each([
    [0.214, "0.21 s"],
    [3, "3.00 s"],
  ])("formatSeconds formats %d as %s", (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

  test.each([
    [299, "4:59"],
    [5, "0:05"],
  ])("formatCountdown formats %i seconds as %s", (seconds, text) => expect(formatCountdown(seconds)).toBe(text));
});

describe("numbers", () => {
  test.each([
    [0, "0"],
    [2312, "2,312"],
    [1.5, "1.5"],
  ])("formatNumber formats %d as %s", (value, text) => expect(formatNumber(value)).toBe(text));

  test.each([
    [1207.46, "1207.5"],
    [3, "3.0"],
  ])("formatDecimal formats %d as %s", (value, text) => expect(formatDecimal(value)).toBe(text));

  test.each([
    [1, "stop", undefined, "1 stop"],
    [0, "stop", undefined, "0 stops"],
    [6000, "stop", undefined, "6,000 stops"],
    [2, "batch", "batches", "2 batches"],
  ])("formatCount of %i, %s, %s is '%s'", (count, noun, plural, text) =>
    expect(formatCount(count, noun, plural)).toBe(text),
  );

  test("formatPart separates thousands", () => expect(formatPart(37, 2312)).toBe("37 of 2,312"));

  test.each([
    [5, "5%"],
    ["12.50", "12.50%"],
  ])("formatPercent formats %s as %s", (percent, text) => expect(formatPercent(percent)).toBe(text));

  test.each([
    [1 / 3, "33.3%"],
    [0.5, "50%"],
  ])("formatShare formats %d as %s", (share, text) => expect(formatShare(share)).toBe(text));

  test("formatMoney keeps the digits of the amount", () => expect(formatMoney("2.50")).toBe("$2.50"));
});

describe("temperatures", () => {
  const cases = JSON.parse(readFileSync("../functions/health/cases/degrees.json", "utf8")) as readonly {
    readonly temperature: number;
    readonly text: string;
  }[];

  test.each(cases)("formats $temperature as $text", ({ temperature, text }) => {
    expect(formatTemperature(temperature)).toBe(text);
  });

  test("rounding never changes the color of a temperature", () => {
    for (let hundredths = 3700; hundredths <= 4200; hundredths += 1) {
      const temperature = hundredths / 100;
      expect(temperatureTone(Number(formatDegrees(temperature)))).toBe(temperatureTone(temperature));
    }
  });

  test("formatTemperature returns null for an unknown temperature", () => {
    expect([formatTemperature(null), formatTemperature(undefined)]).toEqual([null, null]);
  });
});

describe("ids and names", () => {
  test.each([
    [["IL_1", "IL_2"], undefined, "IL_1, IL_2"],
    [["IL_1", "IL_2"], 2, "IL_1, IL_2"],
    [[4, 7, 9], 1, "4 and 2 more"],
    [[], 2, ""],
  ])("formatNames lists %j, at most %s, as '%s'", (names, max, text) => expect(formatNames(names, max)).toBe(text));

  test("compareNames orders numbers by value and ignores case", () => {
    expect(["route 10", "Route 9", "amber"].toSorted(compareNames)).toEqual(["amber", "Route 9", "route 10"]);
    expect(compareNames("AMBER", "amber")).toBe(0);
  });

  test("compareIds orders numbers by value and distinguishes case", () => {
    expect(["IL_10", "IL_9"].toSorted(compareIds)).toEqual(["IL_9", "IL_10"]);
    expect(compareIds("il_1", "IL_1")).not.toBe(0);
  });
});
