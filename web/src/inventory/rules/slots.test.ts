import { describe, expect, it } from "vitest";
import type { FridgeInventory } from "../inventory";
import { firstColumn, linesOf, rowsOf } from "./slots";

const NOW = Date.parse("2026-11-21T16:00:00Z");

function inventory(coordinates: readonly string[], parts: Partial<FridgeInventory> = {}): FridgeInventory {
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
    ...parts,
  };
}

describe("spec 2, rows of 6, 5 or 4 items are centred with a column width of 2", () => {
  it.each([
    [6, 1],
    [5, 2],
    [4, 3],
    [3, 4],
    [1, 6],
  ])("a row of %i begins in column %i", (slots, column) => expect(firstColumn(slots)).toBe(column));
  it("a row that is wider than the grid is two lines of about the same length", () => {
    expect(linesOf([1, 2, 3, 4, 5, 6, 7])).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(linesOf([])).toEqual([]);
  });
});

describe("slots stand by their coordinates", () => {
  it("as numbers, not as texts", () => {
    const rows = rowsOf(inventory(["10:0", "2:10", "2:9", "0:1", "0:0"]), NOW);
    expect(rows.map(({ row, lines }) => [row, lines.flat().map(({ coordinate }) => coordinate)])).toEqual([
      [0, ["0:0", "0:1"]],
      [2, ["2:9", "2:10"]],
      [10, ["10:0"]],
    ]);
  });
  it("a slot is as fresh as its worst unit, an empty one is neither", () => {
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
    const [row] = rowsOf(inventory([], { inventory: { payload: { itemsBySlot: slots } } }), NOW);
    expect(row?.lines.flat().map(({ freshness }) => freshness)).toEqual([undefined, "expired"]);
  });
  it("takes pictures from encrypted addresses alone", () => {
    const imageOf = (address: string) =>
      rowsOf(inventory(["0:0"], { images: { "Cobb Salad": address } }), NOW)[0]?.lines[0]?.[0]?.image;
    expect(imageOf("https://images.example/cobb.jpg")).toBe("https://images.example/cobb.jpg");
    for (const address of ["http://images.example/cobb.jpg", "javascript:alert(1)", "data:text/html,x", ""]) {
      expect(imageOf(address)).toBeUndefined();
    }
  });
});
