import { describe, expect, it } from "vitest";
import { inOrder, matching, needsOf, placesOf, sum, unplaced, type ReportLocation } from "./report";

const PLACES = placesOf({
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

describe("spec 2, packing slip report", () => {
  it("lists Zone, Bay, Item, Need in the order of packing; what is in no zone goes to 'other', bay B", () => {
    const needs = needsOf({ Soup: 2, Juice: 1, Bowl: 3, Apple: 1, Salad: 4 }, PLACES);
    expect(needs.map(({ zone, bay, item, need }) => [zone, bay, item, need])).toEqual([
      ["1", "A", "Salad", 4],
      ["1", "A", "Bowl", 3],
      ["4", "B", "Juice", 1],
      ["other", "B", "Apple", 1],
      ["other", "B", "Soup", 2],
    ]);
    expect(unplaced({ Soup: 2, Juice: 1, Apple: 1 }, PLACES)).toEqual(["Apple", "Soup"]);
  });

  it("shows only items with a need above 0", () => {
    expect(needsOf({ Salad: 0, Wrap: 1 }, PLACES).map(({ item }) => item)).toEqual(["Wrap"]);
  });

  it("a Summary sums all locations, whatever they are and on how many pages they came", () => {
    const counts = [0, 1, 2, 5, 9];
    const told = counts.flatMap((count, index) => [
      at(`IL_${index % 3}`, index % 2 ? "ana" : null, { Salad: count, Wrap: 1 }),
      at("NY_1", "bo", { Soup: count }),
    ]);
    for (let pages = 1; pages <= told.length; pages += 1) {
      const some = told.slice(0, pages);
      const all = some.flatMap(({ data_ids }) => Object.values(data_ids)).reduce((a, b) => a + b, 0);
      const summed = Object.values(sum(inOrder(some))).reduce((a, b) => a + b, 0);
      expect(summed).toBe(all);
    }
  });

  it("locations come by driver, those without one last, and a location once", () => {
    const told = [at("IL_10", "bo"), at("IL_3", null), at("IL_2", "bo"), at("NY_1", "Ana", { Salad: 1 })];
    const twice = [...told, at("NY_1", "Ana", { Salad: 2, Soup: 1 })];
    expect(inOrder(twice).map(({ location }) => location)).toEqual(["NY_1", "IL_2", "IL_10", "IL_3"]);
    expect(inOrder(twice)[0]?.data_ids).toEqual({ Salad: 3, Soup: 1 });
  });

  it("locations are found by id and by driver", () => {
    const all = [at("IL_1", "chi_ana"), at("NY_1", null)];
    expect(matching(all, " ANA ")).toEqual([all[0]]);
    expect(matching(all, "ny")).toEqual([all[1]]);
    expect(matching(all, "")).toBe(all);
  });
});
