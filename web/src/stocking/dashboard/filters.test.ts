import { describe, expect, it } from "vitest";
import { filtersFrom, isShown, saysFilters, withFilters, withShown, type Filters } from "./filters";

const TODAY = "2026-11-21";
const BY_DEFAULT: Filters = { date: TODAY, region: undefined, market: undefined, routes: undefined };
const read = (text: string) => filtersFrom(new URLSearchParams(text), TODAY);

describe("the filters in the address", () => {
  it.each([
    ["", {}],
    ["date=2026-11-23", { date: "2026-11-23" }],
    ["region=MW&market=Chicago", { region: "MW", market: "Chicago" }],
    ["route=amber&route=birch", { routes: ["amber", "birch"] }],
    ["route=", { routes: [] }],
  ] as const)("'%s' is read and written", (text, filters) => {
    expect(read(text)).toEqual({ ...BY_DEFAULT, ...filters });
    expect(withFilters(new URLSearchParams(), { ...BY_DEFAULT, ...filters }, TODAY).toString()).toBe(text);
  });

  it.each(["date=yesterday", "region=XX", "market=", "show=something"])(
    "'%s' makes no sense and is ignored",
    (text) => {
      expect(read(text)).toEqual(BY_DEFAULT);
    },
  );

  it("what others keep there stays", () => {
    const address = new URLSearchParams("sort=-stop&route=amber");
    expect(withFilters(address, BY_DEFAULT, TODAY).toString()).toBe("sort=-stop");
  });

  it("says whether the cards are shown", () => {
    const shown = withShown(new URLSearchParams("region=MW"), true);
    expect([isShown(shown), isShown(withShown(shown, false))]).toEqual([true, false]);
  });

  it("what the browser remembers is asked for only where the address says nothing", () => {
    expect(saysFilters(new URLSearchParams("sort=stop"))).toBe(false);
    expect(saysFilters(new URLSearchParams("route="))).toBe(true);
  });
});
