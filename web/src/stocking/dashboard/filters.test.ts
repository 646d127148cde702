import { describe, expect, it } from "vitest";
import { parseFilters, showsResults, hasFilterParams, withFilters, withResultsShown, type Filters } from "./filters";

const TODAY = "2026-11-21";
const DEFAULT_FILTERS: Filters = { date: TODAY, region: undefined, market: undefined, routes: undefined };
const parse = (text: string) => parseFilters(new URLSearchParams(text), TODAY);

describe("filters in the URL", () => {
  it.each([
    ["", {}],
    ["date=2026-11-23", { date: "2026-11-23" }],
    ["region=MW&market=Chicago", { region: "MW", market: "Chicago" }],
    ["route=amber&route=birch", { routes: ["amber", "birch"] }],
    ["route=", { routes: [] }],
  ] as const)("parses and formats '%s'", (text, filters) => {
    expect(parse(text)).toEqual({ ...DEFAULT_FILTERS, ...filters });
    expect(withFilters(new URLSearchParams(), { ...DEFAULT_FILTERS, ...filters }, TODAY).toString()).toBe(text);
  });

  it.each(["date=yesterday", "region=XX", "market=", "show=something"])("ignores '%s'", (text) => {
    expect(parse(text)).toEqual(DEFAULT_FILTERS);
  });

  it("keeps other URL parameters", () => {
    const address = new URLSearchParams("sort=-stop&route=amber");
    expect(withFilters(address, DEFAULT_FILTERS, TODAY).toString()).toBe("sort=-stop");
  });

  it("keeps in the URL whether the results are shown", () => {
    const shown = withResultsShown(new URLSearchParams("region=MW"), true);
    expect(showsResults(shown)).toBe(true);
    expect(shown.toString()).toBe("region=MW&show=routes");
    const hidden = withResultsShown(shown, false);
    expect(showsResults(hidden)).toBe(false);
    expect(hidden.toString()).toBe("region=MW&show=filters");
  });

  it("uses saved filters only if the URL has none", () => {
    expect(hasFilterParams(new URLSearchParams("sort=stop"))).toBe(false);
    expect(hasFilterParams(new URLSearchParams("route="))).toBe(true);
  });
});
