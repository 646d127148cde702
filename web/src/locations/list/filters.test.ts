import { describe, expect, it } from "vitest";
import { filterLocations, filtersFrom, isNarrowed, withFilter, type Filters } from "./filters";
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

describe("spec 9, list filters", () => {
  it.each([
    ["part of an id", { text: "0002" }, ["IL_0002"]],
    ["part of a pretty name", { text: "lis tow" }, ["IL_0001"]],
    ["without regard to case", { text: "WILLIS" }, ["IL_0001"]],
    ["a pasted id with a blank around it", { text: " il_0001\t" }, ["IL_0001"]],
    ["not across id and pretty name", { text: "0001 willis" }, []],
    ["an id within another's pretty name", { text: "il_0009", status: "OFFLINE" }, ["WI_0003"]],
  ] as const)("the search box matches %s", (_, filters, ids) => {
    expect(found(filters)).toEqual(ids);
  });

  it.each([
    ["driver", { driver: "AMBER" }, ["IL_0001"]],
    ["status", { status: "OFFLINE" }, ["WI_0003"]],
    ["allocation ON", { allocation: "ON" }, ["IL_0001"]],
    ["allocation OFF", { allocation: "OFF" }, ["IL_0002"]],
  ] as const)("the filter %s needs an exact match without regard to case", (_, filters, ids) => {
    expect(found(filters)).toEqual(ids);
  });

  it("all filters hold together", () => {
    expect(found({ text: "il_", driver: "amber", allocation: "OFF" })).toEqual([]);
  });
});

describe("filters in the address", () => {
  it("status is LIVE unless said otherwise", () => {
    expect(filtersFrom(new URLSearchParams())).toEqual({ text: "", driver: "", status: "LIVE", allocation: "" });
  });

  it("what is written is read again", () => {
    let params = new URLSearchParams("sort=stop");
    params = withFilter(params, "text", "IL_0001 & co");
    params = withFilter(params, "driver", "amber");
    params = withFilter(params, "status", "DEAD");
    params = withFilter(params, "allocation", "ON");
    expect(filtersFrom(params)).toEqual({ text: "IL_0001 & co", driver: "amber", status: "DEAD", allocation: "ON" });
    expect(params.get("sort")).toBe("stop");
  });

  it("a default is left out", () => {
    const params = new URLSearchParams("text=a&status=DEAD");
    expect(withFilter(withFilter(params, "status", "LIVE"), "text", "").toString()).toBe("");
  });

  it("a value that no filter has counts as none", () => {
    expect(filtersFrom(new URLSearchParams("status=broken&allocation=maybe"))).toMatchObject({
      status: "LIVE",
      allocation: "",
    });
    expect(filtersFrom(new URLSearchParams("status=dead")).status).toBe("DEAD");
  });

  it("a status alone does not narrow the list", () => {
    expect(isNarrowed(filtersFrom(new URLSearchParams("status=DEAD&text=+")))).toBe(false);
    expect(isNarrowed(filtersFrom(new URLSearchParams("driver=amber")))).toBe(true);
  });
});
