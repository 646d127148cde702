import { describe, expect, it } from "vitest";
import { browserZone, formatZone } from "../../lib/formats";
import { EMPTY_FLEET } from "./fleet";
import { ageText } from "./summary";

const at = (text: string) => new Date(text).getTime();
/** The browser's name of its time zone in November, such as CST. */
const ZONE = formatZone(at("2026-11-20T05:02:00"), browserZone());
const fleet = { ...EMPTY_FLEET, asOf: at("2026-11-20T05:02:00") };

describe("list summary", () => {
  it.each([
    ["the age", fleet, false, "2026-11-20T09:00:00", `as of 5:02 AM ${ZONE}`],
    ["a refresh in progress", fleet, true, "2026-11-20T09:00:00", `as of 5:02 AM ${ZONE}, refreshing…`],
    ["the day if it is not today", fleet, false, "2026-11-21T00:01:00", `as of 11/20/2026 5:02 AM ${ZONE}`],
    [
      "a quick reload",
      { ...fleet, quick: { at: at("2026-11-20T08:15:00"), count: 2500 } },
      false,
      "2026-11-20T09:00:00",
      `as of 5:02 AM ${ZONE}, 2,500 of them as of 8:15 AM ${ZONE}`,
    ],
    [
      "no quick reload in the same minute",
      { ...fleet, quick: { at: at("2026-11-20T05:02:40"), count: 2500 } },
      false,
      "2026-11-20T09:00:00",
      `as of 5:02 AM ${ZONE}`,
    ],
    ["a first load in progress", EMPTY_FLEET, true, "2026-11-20T09:00:00", "loading the rest…"],
    ["an incomplete list", EMPTY_FLEET, false, "2026-11-20T09:00:00", "not all loaded"],
  ])("shows %s", (_, known, refreshing, now, text) => {
    expect(ageText(known, refreshing, at(now))).toBe(text);
  });
});
