/** Arranges a fridge's slots in rows, from top to bottom and left to right. */
import type { FridgeInventory } from "../inventory";
import { freshnessOf, worstFreshness, type Freshness } from "./expiry";

/** Six slots of two columns each fill the grid's twelve columns (INV-1). */
export const MAX_SLOTS_PER_LINE = 6;

export interface Unit {
  readonly name: string;
  readonly productionDate: string;
  readonly shelfLife: number | undefined;
  readonly freshness: Freshness;
}

export interface Slot {
  /** `row:column`. */
  readonly coordinate: string;
  readonly name: string;
  readonly image: string | undefined;
  /** In the order of sale. */
  readonly units: readonly Unit[];
  /** The freshness of the worst unit; undefined if empty. */
  readonly freshness: Freshness | undefined;
}

export interface SlotRow {
  readonly row: number;
  /** The lines of the grid. A row that is wider than the grid takes several lines. */
  readonly lines: readonly (readonly Slot[])[];
}

/** Builds the rows, sorted by row and column number. */
export function buildRows(
  { inventory, images, shelf_life: shelfLives }: FridgeInventory,
  now: number,
): readonly SlotRow[] {
  const rows = new Map<number, [column: number, slot: Slot][]>();
  for (const [coordinate, { slotItemName: name, itemsInSlot }] of Object.entries(inventory.payload.itemsBySlot)) {
    const [row = 0, column = 0] = coordinate.split(":").map(Number);
    const units = itemsInSlot.map(({ vendItemName, productionDate }) => {
      const shelfLife = shelfLives[vendItemName];
      return { name: vendItemName, productionDate, shelfLife, freshness: freshnessOf(productionDate, shelfLife, now) };
    });
    const freshness = worstFreshness(units.map((unit) => unit.freshness));
    const slot = { coordinate, name, image: secureImage(images[name]), units, freshness };
    rows.set(row, [...(rows.get(row) ?? []), [column, slot]]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, slots]) => {
      const sortedSlots = slots.sort(([a], [b]) => a - b).map(([, slot]) => slot);
      return { row, lines: splitIntoLines(sortedSlots) };
    });
}

/** Splits a row into lines of at most six slots and similar length. */
export function splitIntoLines<T>(row: readonly T[]): readonly (readonly T[])[] {
  const lines = Math.ceil(row.length / MAX_SLOTS_PER_LINE);
  const length = Math.ceil(row.length / Math.max(1, lines));
  return Array.from({ length: lines }, (_, line) => row.slice(line * length, (line + 1) * length));
}

/** Returns the first of the grid's twelve columns, so that a line with this number of slots is centered. */
export function firstColumn(slots: number): number {
  return MAX_SLOTS_PER_LINE + 1 - slots;
}

/** Returns the URL if it uses HTTPS; otherwise undefined. */
function secureImage(url: string | undefined): string | undefined {
  return url && /^https:\/\//i.test(url) ? url : undefined;
}
