import { describe, expect, it } from "vitest";
import type { FridgeInventory } from "../inventory";
import { firstColumn, splitIntoLines, buildRows } from "./slots";

const NOW = Date.parse("2026-11-21T16:00:00Z");

function makeInventory(coordinates: readonly string[], overrides: Partial<FridgeInventory> = {}): FridgeInventory {
  const slot = {
    slotItemName: "Cobb Salad",
    itemsInSlot: [{ vendItemName: "Cobb Salad", productionDate: "2026-11-19" }],
  };
  return {
    inventory: { payload: { itemsBySlot: Object.fromEntries(coordinates.map((coordinate) => [coordinate, slot])) } },
    timestamp: "2026-11-21T15:48:00.000Z",
    location: "CHI_0001",
    images: {},
    shelf_life: { "Cobb Salad": 4 },
    ...overrides,
  };
}

describe("rows are centered with two columns per slot (INV-1)", () => {
  it.each([
    [6, 1],
    [5, 2],
    [4, 3],
    [3, 4],
    [1, 6],
  ])("a row of %i starts in column %i", (slots, column) => expect(firstColumn(slots)).toBe(column));
  it("splits a row that is wider than the grid into lines of similar length", () => {
    expect(splitIntoLines([1, 2, 3, 4, 5, 6, 7])).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(splitIntoLines([])).toEqual([]);
  });
});

describe("buildRows", () => {
  it("sorts coordinates as numbers", () => {
    const rows = buildRows(makeInventory(["10:0", "2:10", "2:9", "0:1", "0:0"]), NOW);
    expect(rows.map(({ row, lines }) => [row, lines.flat().map(({ coordinate }) => coordinate)])).toEqual([
      [0, ["0:0", "0:1"]],
      [2, ["2:9", "2:10"]],
      [10, ["10:0"]],
    ]);
  });
  it("gives a slot the freshness of its worst unit, and none if empty", () => {
    const slots = {
      "0:0": { slotItemName: "Cobb Salad", itemsInSlot: [] },
      "0:1": {
        slotItemName: "Cobb Salad",
        itemsInSlot: ["2026-11-20", "2026-11-10"].map((productionDate) => ({
          vendItemName: "Cobb Salad",
          productionDate,
        })),
      },
    };
    const [row] = buildRows(makeInventory([], { inventory: { payload: { itemsBySlot: slots } } }), NOW);
    expect(row?.lines.flat().map(({ freshness }) => freshness)).toEqual([undefined, "expired"]);
  });
  it("accepts only HTTPS images", () => {
    const imageOf = (url: string) =>
      buildRows(makeInventory(["0:0"], { images: { "Cobb Salad": url } }), NOW)[0]?.lines[0]?.[0]?.image;
    expect(imageOf("https://images.example/cobb.jpg")).toBe("https://images.example/cobb.jpg");
    for (const url of ["http://images.example/cobb.jpg", "javascript:alert(1)", "data:text/html,x", ""]) {
      expect(imageOf(url)).toBeUndefined();
    }
  });
});
