import { describe, expect, it } from "vitest";
import { fridge } from "../list/fridges";
import { howMany, mapTitle, nameOf } from "./words";

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

  it("a cluster begins with what stands in its mark", () => {
    const byStatus = { LIVE: 12_345, OFFLINE: 0, DEAD: 0 };
    const name = nameOf({ key: "", x: 0, y: 0, cluster: 1, count: 12_345, byStatus });
    expect(howMany(12_345)).toBe("12,345");
    expect(name).toBe("12,345 locations: 12,345 LIVE");
  });

  it("the map by how many it shows", () => {
    expect(mapTitle(1)).toBe("Map of 1 location");
    expect(mapTitle(2312)).toBe("Map of 2,312 locations");
  });
});
