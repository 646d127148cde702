import { describe, expect, it } from "vitest";
import { fridge } from "../list/fridges";
import { mapTitle, nameOf, shortCount } from "./words";

describe("what a mark is called", () => {
  it("a fridge by what the list says of it", () => {
    const location = fridge({ id: "IL_1", prettyName: "Willis Tower", route: "amber", prod: 1 });
    expect(nameOf({ key: "", x: 0, y: 0, location })).toBe("IL_1, Willis Tower, amber, LIVE, allocation ON");
    expect(nameOf({ key: "", x: 0, y: 0, location: { ...location, route: null, prod: 0 } })).toBe(
      "IL_1, Willis Tower, no route, LIVE, allocation OFF",
    );
  });

  it("a cluster by how many of which status", () => {
    const cluster = { key: "", x: 0, y: 0, cluster: 1, count: 1207 };
    expect(nameOf({ ...cluster, byStatus: { LIVE: 1200, OFFLINE: 7, DEAD: 0 } })).toBe(
      "1,207 locations: 1,200 LIVE, 7 OFFLINE",
    );
  });

  it.each([
    [2, "2"],
    [999, "999"],
    [1000, "1k"],
    [1276, "1.2k"],
    [9999, "9.9k"],
    [10_000, "10k"],
  ])("%i is %s in its mark", (count, text) => {
    expect(shortCount(count)).toBe(text);
  });

  it("the map by how many it shows", () => {
    expect(mapTitle(1)).toBe("Map of 1 location");
    expect(mapTitle(2312)).toBe("Map of 2,312 locations");
  });
});
