import { describe, expect, it } from "vitest";
import { formatNumber } from "../../lib/formats";
import { fridge } from "../list/fridges";
import { mapLabel, markerLabel } from "./labels";

describe("marker and map labels", () => {
  it("describes a fridge as the list does", () => {
    const location = fridge({ id: "IL_1", prettyName: "Willis Tower", route: "amber", prod: 1 });
    expect(markerLabel({ key: "", x: 0, y: 0, location })).toBe("IL_1, Willis Tower, amber, LIVE, allocation ON");
    expect(markerLabel({ key: "", x: 0, y: 0, location: { ...location, route: null, prod: 0 } })).toBe(
      "IL_1, Willis Tower, no route, LIVE, allocation OFF",
    );
  });

  it("describes a cluster by its count per status", () => {
    const cluster = { key: "", x: 0, y: 0, cluster: 1, count: 1207 };
    expect(markerLabel({ ...cluster, byStatus: { LIVE: 1200, OFFLINE: 7, DEAD: 0 } })).toBe(
      "1,207 locations: 1,200 LIVE, 7 OFFLINE",
    );
  });

  it("starts the label of a cluster with its visible text", () => {
    const byStatus = { LIVE: 12_345, OFFLINE: 0, DEAD: 0 };
    const name = markerLabel({ key: "", x: 0, y: 0, cluster: 1, count: 12_345, byStatus });
    expect(formatNumber(12_345)).toBe("12,345");
    expect(name).toBe("12,345 locations: 12,345 LIVE");
  });

  it("describes the map by the number of its locations", () => {
    expect(mapLabel(1)).toBe("Map of 1 location");
    expect(mapLabel(2312)).toBe("Map of 2,312 locations");
  });
});
