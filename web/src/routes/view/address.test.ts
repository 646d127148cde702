import { describe, expect, it } from "vitest";
import { nextSort, viewFrom, withPart } from "./address";

const TODAY = "2026-11-21";
const DEFAULT = { date: TODAY, market: undefined, text: "", sort: null };

describe("spec 2.7, the view's filters live in the address", () => {
  it.each([
    ["", DEFAULT],
    ["date=2026-11-24&region=MW", { ...DEFAULT, date: "2026-11-24", market: "MW" }],
    ["region=ne&text=amber", { ...DEFAULT, market: "NE", text: "amber" }],
    ["region=ALL&date=2026-02-30", DEFAULT],
    ["sort=-toteCount", { ...DEFAULT, sort: { column: "toteCount", descending: true } }],
    ["sort=constructor", DEFAULT],
  ])("'%s'", (address, view) => expect(viewFrom(new URLSearchParams(address), TODAY)).toEqual(view));

  it.each([
    ["", "date", "2026-11-24", "date=2026-11-24"],
    ["date=2026-11-24&region=MW", "date", TODAY, "region=MW"],
    ["region=MW", "region", "ALL", ""],
    ["region=MW", "text", "amber", "region=MW&text=amber"],
    ["text=amber", "text", "", ""],
  ] as const)("'%s' with %s %s is '%s'", (address, part, value, then) =>
    expect(withPart(new URLSearchParams(address), part, value, TODAY).toString()).toBe(then),
  );

  it("a header asks for ascending, descending, and the route's own order", () => {
    expect(nextSort("stop", null)).toBe("stop");
    expect(nextSort("stop", { column: "stop", descending: false })).toBe("-stop");
    expect(nextSort("stop", { column: "stop", descending: true })).toBe("");
    expect(nextSort("stop", { column: "location", descending: true })).toBe("stop");
  });
});
