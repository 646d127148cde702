import { describe, expect, it } from "vitest";
import { fridge } from "./fridges";
import { driversOf, indexLocations } from "./locationIndex";
import { sortLocations, parseSort, setSortParam } from "./order";

const NO_DRIVER = { driver: "" };
const ids = (locations: ReturnType<typeof indexLocations>) => locations.map(({ location }) => location.id);

describe("default order (LOC-4)", () => {
  it("sorts by id in natural order without a driver filter", () => {
    const locations = indexLocations(["IL_10", "il_9", "CA_11"].map((id) => fridge({ id })));
    expect(ids(sortLocations(locations, NO_DRIVER, null))).toEqual(["CA_11", "il_9", "IL_10"]);
  });

  it("sorts by status, and LIVE locations by stop, with a driver filter", () => {
    const locations = indexLocations(
      [
        { id: "A", status: "OFFLINE", stop: 2 } as const,
        { id: "B", status: "LIVE", stop: 12 } as const,
        { id: "C", status: "LIVE", stop: null } as const,
        { id: "D", status: "OFFLINE", stop: 1 } as const,
        { id: "E", status: "LIVE", stop: 3 } as const,
        { id: "F", status: "DEAD", stop: 9 } as const,
        { id: "G", status: "LIVE", stop: null } as const,
      ].map((location) => fridge({ ...location, route: "amber" })),
    );
    expect(ids(sortLocations(locations, { driver: "amber" }, null))).toEqual(["F", "E", "B", "C", "G", "A", "D"]);
  });
});

describe("sorting by a column", () => {
  const locations = indexLocations([
    fridge({ id: "A", prettyName: "Zoo 2", route: "r10", stop: 3 }),
    fridge({ id: "B", prettyName: "zoo 10", route: null, stop: 0 }),
    fridge({ id: "C", prettyName: "Arcade", route: "r9", stop: 1, prod: 1 }),
    fridge({ id: "D", prettyName: "bank", route: "R9", stop: 3 }),
  ]);

  it.each([
    ["prettyName", ["C", "D", "A", "B"]],
    ["-prettyName", ["B", "A", "D", "C"]],
    ["route", ["C", "D", "A", "B"]],
    ["-route", ["A", "C", "D", "B"]],
    ["stop", ["C", "A", "D", "B"]],
    ["-stop", ["A", "D", "C", "B"]],
    ["-allocation", ["C", "A", "B", "D"]],
    ["-id", ["D", "C", "B", "A"]],
  ])("sort=%s", (sort, expected) => {
    expect(ids(sortLocations(locations, { driver: "r9" }, parseSort(sort)))).toEqual(expected);
    expect(setSortParam(new URLSearchParams(), parseSort(sort)).get("sort")).toBe(sort);
  });

  it.each(["", "-", "price", "constructor", "stop;"])("ignores the invalid parameter sort=%s", (sort) => {
    expect(parseSort(sort)).toBeNull();
  });
});

describe("driversOf", () => {
  it("returns each route once, in natural order", () => {
    const routes = ["route 10", "Route 9", "route 9", null, "", "amber"];
    const locations = indexLocations(routes.map((route, index) => fridge({ id: `F${index}`, route })));
    expect(driversOf(locations)).toEqual(["amber", "Route 9", "route 10"]);
  });
});
