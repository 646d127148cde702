import { describe, expect, it } from "vitest";
import { formatSort, parseSort, sortRows } from "../../ui/table/rows";
import { COLUMNS } from "./columns";
import { fridge } from "./fridges";
import { driversOf, indexLocations, sortById, type LocationSummary } from "./locationIndex";
import { orderLocations } from "./order";

const ids = (locations: readonly LocationSummary[]) => locations.map(({ id }) => id);

describe("default order (LOC-4)", () => {
  it("sorts by id in natural order without a driver filter", () => {
    const locations = sortById(["IL_10", "il_9", "CA_11"].map((id) => fridge({ id })));
    expect(ids(orderLocations(locations, ""))).toEqual(["CA_11", "il_9", "IL_10"]);
  });

  it("sorts by status, and LIVE locations by stop, with a driver filter", () => {
    const locations = sortById(
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
    expect(ids(orderLocations(locations, "amber"))).toEqual(["F", "E", "B", "C", "G", "A", "D"]);
  });
});

describe("sorting by a column", () => {
  const locations = sortById([
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
  ])("sort=%s", (text, expected) => {
    const sort = parseSort(text, COLUMNS);
    expect(ids(sortRows(locations, COLUMNS, sort))).toEqual(expected);
    expect(formatSort(sort)).toBe(text);
  });

  it.each(["", "-", "price", "constructor", "stop;"])("ignores the invalid parameter sort=%s", (text) => {
    expect(parseSort(text, COLUMNS)).toBeNull();
  });
});

describe("driversOf", () => {
  it("returns each route once, in natural order", () => {
    const routes = ["route 10", "Route 9", "route 9", null, "", "amber"];
    const locations = indexLocations(routes.map((route, index) => fridge({ id: `F${index}`, route })));
    expect(driversOf(locations)).toEqual(["amber", "Route 9", "route 10"]);
  });
});
