import { describe, expect, it } from "vitest";
import {
  mergeLocations,
  filterLocations,
  listNeeds,
  indexItems,
  sumNeeds,
  findItemsWithoutZone,
  type ReportLocation,
} from "./report";

const POSITIONS = indexItems({
  version: 1,
  bays: [
    { zone: "1", bay: "A", items: ["Salad", "Bowl"] },
    { zone: "1", bay: "B", items: ["Wrap"] },
    { zone: "4", bay: "B", items: ["Juice"] },
  ],
});

const at = (location: string, driver: string | null, data_ids: Record<string, number> = {}): ReportLocation => ({
  location,
  driver,
  data_ids,
});

describe("packing slip report (PKG-1)", () => {
  it("lists needs in packing order, and puts items without a zone in zone 'other', bay B", () => {
    const needs = listNeeds({ Soup: 2, Juice: 1, Bowl: 3, Apple: 1, Salad: 4 }, POSITIONS);
    expect(needs.map(({ zone, bay, item, need }) => [zone, bay, item, need])).toEqual([
      ["1", "A", "Salad", 4],
      ["1", "A", "Bowl", 3],
      ["4", "B", "Juice", 1],
      ["other", "B", "Apple", 1],
      ["other", "B", "Soup", 2],
    ]);
    expect(findItemsWithoutZone({ Soup: 2, Juice: 1, Apple: 1 }, POSITIONS)).toEqual(["Apple", "Soup"]);
  });

  it("shows only items with a need above 0", () => {
    expect(listNeeds({ Salad: 0, Wrap: 1 }, POSITIONS).map(({ item }) => item)).toEqual(["Wrap"]);
  });

  it("sums all locations, including locations that appear on several pages", () => {
    const counts = [0, 1, 2, 5, 9];
    const locations = counts.flatMap((count, index) => [
      at(`IL_${index % 3}`, index % 2 ? "ana" : null, { Salad: count, Wrap: 1 }),
      at("NY_1", "bo", { Soup: count }),
    ]);
    for (let length = 1; length <= locations.length; length += 1) {
      const subset = locations.slice(0, length);
      const all = subset.flatMap(({ data_ids }) => Object.values(data_ids)).reduce((a, b) => a + b, 0);
      const summed = Object.values(sumNeeds(mergeLocations(subset))).reduce((a, b) => a + b, 0);
      expect(summed).toBe(all);
    }
  });

  it("merges duplicate locations and sorts by driver, locations without a driver last", () => {
    const locations = [at("IL_10", "bo"), at("IL_3", null), at("IL_2", "bo"), at("NY_1", "Ana", { Salad: 1 })];
    const withDuplicate = [...locations, at("NY_1", "Ana", { Salad: 2, Soup: 1 })];
    expect(mergeLocations(withDuplicate).map(({ location }) => location)).toEqual(["NY_1", "IL_2", "IL_10", "IL_3"]);
    expect(mergeLocations(withDuplicate)[0]?.data_ids).toEqual({ Salad: 3, Soup: 1 });
  });

  it("filters locations by id and by driver", () => {
    const all = [at("IL_1", "chi_ana"), at("NY_1", null)];
    expect(filterLocations(all, " ANA ")).toEqual([all[0]]);
    expect(filterLocations(all, "ny")).toEqual([all[1]]);
    expect(filterLocations(all, "")).toBe(all);
  });
});
