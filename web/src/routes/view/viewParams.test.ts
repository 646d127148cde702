import { describe, expect, it } from "vitest";
import { parseView, setViewParam } from "./viewParams";

const TODAY = "2026-11-21";
const DEFAULT = { date: TODAY, market: undefined, text: "", sort: "" };

describe("the URL parameters of the view (ALL-10)", () => {
  it.each([
    ["", DEFAULT],
    ["date=2026-11-24&region=MW", { ...DEFAULT, date: "2026-11-24", market: "MW" }],
    ["region=ne&text=amber", { ...DEFAULT, market: "NE", text: "amber" }],
    ["region=ALL&date=2026-02-30", DEFAULT],
    ["sort=-toteCount", { ...DEFAULT, sort: "-toteCount" }],
  ])("parses '%s'", (address, view) => expect(parseView(new URLSearchParams(address), TODAY)).toEqual(view));

  it.each([
    ["", "date", "2026-11-24", "date=2026-11-24"],
    ["date=2026-11-24&region=MW", "date", TODAY, "region=MW"],
    ["region=MW", "region", "ALL", ""],
    ["region=MW", "text", "amber", "region=MW&text=amber"],
    ["text=amber", "text", "", ""],
  ] as const)("'%s' with %s set to '%s' becomes '%s'", (address, param, value, expected) =>
    expect(setViewParam(new URLSearchParams(address), param, value, TODAY).toString()).toBe(expected),
  );
});
