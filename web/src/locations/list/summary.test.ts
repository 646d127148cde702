import { describe, expect, it } from "vitest";
import { NO_FLEET } from "./fleet";
import { ageText, countText } from "./summary";

const at = (text: string) => new Date(text).getTime();
/** What the browser calls its zone in November, such as CST. */
const ZONE = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" })
  .formatToParts(at("2026-11-20T05:02:00"))
  .find(({ type }) => type === "timeZoneName")?.value;
const fleet = { ...NO_FLEET, asOf: at("2026-11-20T05:02:00") };

describe("what is said of the list", () => {
  it("how many of how many", () => {
    expect(countText(37, 2312)).toBe("37 of 2,312");
  });

  it.each([
    ["how old it is", fleet, false, "2026-11-20T09:00:00", `as of 5:02 AM ${ZONE}`],
    ["that it is refreshed", fleet, true, "2026-11-20T09:00:00", `as of 5:02 AM ${ZONE}, refreshing…`],
    ["the day once it is another", fleet, false, "2026-11-21T00:01:00", `as of Nov 20, 5:02 AM ${ZONE}`],
    [
      "what a quick reload brought",
      { ...fleet, quick: { at: at("2026-11-20T08:15:00"), count: 2500 } },
      false,
      "2026-11-20T09:00:00",
      `as of 5:02 AM ${ZONE}, 2,500 of them as of 8:15 AM ${ZONE}`,
    ],
    [
      "nothing of one in the same minute",
      { ...fleet, quick: { at: at("2026-11-20T05:02:40"), count: 2500 } },
      false,
      "2026-11-20T09:00:00",
      `as of 5:02 AM ${ZONE}`,
    ],
    ["that more is coming", NO_FLEET, true, "2026-11-20T09:00:00", "loading the rest…"],
    ["that some is missing", NO_FLEET, false, "2026-11-20T09:00:00", "not all loaded"],
  ])("%s", (_, known, refreshing, now, text) => {
    expect(ageText(known, refreshing, at(now))).toBe(text);
  });
});
