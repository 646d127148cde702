import { describe, expect, it } from "vitest";
import { filterLocations, parseFilters, isFiltered, setFilterParam, type Filters } from "./filters";
import { fridge } from "./fridges";
import { indexLocations } from "./locationIndex";

const fleet = indexLocations([
  fridge({ id: "IL_0001", prettyName: "Willis Tower", route: "amber", status: "LIVE", prod: 1 }),
  fridge({ id: "IL_0002", prettyName: "Hancock Lobby", route: "Amber 2", status: "LIVE", prod: 0 }),
  fridge({ id: "WI_0003", prettyName: "Tower of IL_0009", route: null, status: "OFFLINE", prod: 0 }),
]);

function found(filters: Partial<Filters>): string[] {
  const all: Filters = { text: "", driver: "", status: "LIVE", allocation: "", ...filters };
  return filterLocations(fleet, all).map(({ location }) => location.id);
}

describe("filterLocations (LOC-2)", () => {
  it.each([
    ["part of an id", { text: "0002" }, ["IL_0002"]],
    ["part of a pretty name", { text: "lis tow" }, ["IL_0001"]],
    ["without regard to case", { text: "WILLIS" }, ["IL_0001"]],
    ["a pasted id with surrounding whitespace", { text: " il_0001\t" }, ["IL_0001"]],
    ["not across id and pretty name", { text: "0001 willis" }, []],
    ["an id within another's pretty name", { text: "il_0009", status: "OFFLINE" }, ["WI_0003"]],
  ] as const)("search text: %s", (_, filters, ids) => {
    expect(found(filters)).toEqual(ids);
  });

  it.each([
    ["driver", { driver: "AMBER" }, ["IL_0001"]],
    ["status", { status: "OFFLINE" }, ["WI_0003"]],
    ["allocation ON", { allocation: "ON" }, ["IL_0001"]],
    ["allocation OFF", { allocation: "OFF" }, ["IL_0002"]],
  ] as const)("filters by %s with an exact match, ignoring case", (_, filters, ids) => {
    expect(found(filters)).toEqual(ids);
  });

  it("combines all filters", () => {
    expect(found({ text: "il_", driver: "amber", allocation: "OFF" })).toEqual([]);
  });
});

describe("URL parameters of the filters", () => {
  it("defaults the status to LIVE", () => {
    expect(parseFilters(new URLSearchParams())).toEqual({ text: "", driver: "", status: "LIVE", allocation: "" });
  });

  it("parses the parameters that it sets", () => {
    let params = new URLSearchParams("sort=stop");
    params = setFilterParam(params, "text", "IL_0001 & co");
    params = setFilterParam(params, "driver", "amber");
    params = setFilterParam(params, "status", "DEAD");
    params = setFilterParam(params, "allocation", "ON");
    expect(parseFilters(params)).toEqual({ text: "IL_0001 & co", driver: "amber", status: "DEAD", allocation: "ON" });
    expect(params.get("sort")).toBe("stop");
  });

  it("omits default values", () => {
    const params = new URLSearchParams("text=a&status=DEAD");
    expect(setFilterParam(setFilterParam(params, "status", "LIVE"), "text", "").toString()).toBe("");
  });

  it("ignores invalid values", () => {
    expect(parseFilters(new URLSearchParams("status=broken&allocation=maybe"))).toMatchObject({
      status: "LIVE",
      allocation: "",
    });
    expect(parseFilters(new URLSearchParams("status=dead")).status).toBe("DEAD");
  });

  it("does not count the status as a filter", () => {
    expect(isFiltered(parseFilters(new URLSearchParams("status=DEAD&text=+")))).toBe(false);
    expect(isFiltered(parseFilters(new URLSearchParams("driver=amber")))).toBe(true);
  });
});
