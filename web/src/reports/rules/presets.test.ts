import { describe, expect, it } from "vitest";
import { formatChoice, parseChoice, PRESETS, rangeOfPreset, toDays, toLocalRange } from "./presets";

const TODAY = "2026-11-23";
const TOMORROW = "2026-11-24";

describe("presets have whole days in Central time", () => {
  it.each([
    ["Today", "2026-11-23T00:00", "2026-11-24T00:00"],
    ["Yesterday", "2026-11-22T00:00", "2026-11-23T00:00"],
    ["Last 7 days", "2026-11-17T00:00", "2026-11-24T00:00"],
    ["Last 30 days", "2026-10-25T00:00", "2026-11-24T00:00"],
  ])("%s", (name, from, to) => {
    const ranges = PRESETS.filter(({ label }) => label === name).map((preset) => rangeOfPreset(preset, TODAY));
    expect(ranges).toEqual([{ from, to }]);
  });

  it("convert to their first and last day", () => {
    expect(toDays(toLocalRange("2026-11-17", TODAY))).toEqual({ first: "2026-11-17", last: TODAY });
  });
});

describe("the remembered range", () => {
  const remember = (range: { from: string; to: string }, reopenedOn: string) =>
    parseChoice(formatChoice(range, TODAY), reopenedOn, "today");
  const week = { from: "2026-11-17T00:00", to: "2026-11-24T00:00" };
  const hours = { from: "2026-11-20T09:00", to: "2026-11-20T17:00" };

  it.each([
    ["a preset is the same on the same day", week, TODAY, week],
    ["a preset moves with the days", week, TOMORROW, { from: "2026-11-18T00:00", to: "2026-11-25T00:00" }],
    ["another range is the same on the same day", hours, TODAY, hours],
    ["another range is replaced by the default on the next day", hours, TOMORROW, toLocalRange(TOMORROW)],
  ])("%s", (_, chosen, reopenedOn, result) => {
    expect(remember(chosen, reopenedOn)).toEqual(result);
  });

  it.each([null, "", "{", "[]", '{"preset":"last99"}', '{"from":"x","to":"y","chosenOn":"2026-11-23"}'])(
    "is the default for the stored text %s",
    (text) => expect(parseChoice(text, TODAY, "last7")).toEqual(week),
  );
});
