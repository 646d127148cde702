/** A fridge's slots as they stand: rows from the top, each from the left. Pure. */
import type { FridgeInventory } from "../inventory";
import { freshnessOf, worstOf, type Freshness } from "./expiry";

/** Slots beside one another: six of two columns each fill the grid's twelve (spec, section 2). */
export const WIDEST = 6;

export interface Unit {
  readonly name: string;
  readonly productionDate: string;
  readonly shelfLife: number | undefined;
  readonly freshness: Freshness;
}

export interface Slot {
  /** Its coordinate, `row:column`. */
  readonly coordinate: string;
  readonly name: string;
  readonly image: string | undefined;
  /** The next to be sold first. */
  readonly units: readonly Unit[];
  /** That of its worst unit; nothing where it is empty. */
  readonly freshness: Freshness | undefined;
}

export interface SlotRow {
  readonly row: number;
  /** What stands beside one another: a row that is wider than the grid is two lines. */
  readonly lines: readonly (readonly Slot[])[];
}

/** The rows from the top. */
export function rowsOf({ inventory, images, shelf_life: lives }: FridgeInventory, now: number): readonly SlotRow[] {
  const rows = new Map<number, [column: number, slot: Slot][]>();
  for (const [coordinate, { slotItemName: name, itemsInSlot }] of Object.entries(inventory.payload.itemsBySlot)) {
    const [row = 0, column = 0] = coordinate.split(":").map(Number);
    const units = itemsInSlot.map(({ vendItemName, productionDate }) => {
      const shelfLife = lives[vendItemName];
      return { name: vendItemName, productionDate, shelfLife, freshness: freshnessOf(productionDate, shelfLife, now) };
    });
    const freshness = worstOf(units.map((unit) => unit.freshness));
    const slot = { coordinate, name, image: pictureOf(images[name]), units, freshness };
    rows.set(row, [...(rows.get(row) ?? []), [column, slot]]);
  }
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, slots]) => {
      const inOrder = slots.sort(([one], [other]) => one - other).map(([, slot]) => slot);
      return { row, lines: linesOf(inOrder) };
    });
}

/** A row of up to six is a line; one that is wider is as many lines as it takes, of about the same length. */
export function linesOf<T>(row: readonly T[]): readonly (readonly T[])[] {
  const lines = Math.ceil(row.length / WIDEST);
  const length = Math.ceil(row.length / Math.max(1, lines));
  return Array.from({ length: lines }, (_, line) => row.slice(line * length, (line + 1) * length));
}

/** Where a line of so many slots begins, of the grid's twelve columns, so that it stands in the middle. */
export function firstColumn(slots: number): number {
  return WIDEST + 1 - slots;
}

/** Pictures come from the web, encrypted; anything else is none. */
function pictureOf(address: string | undefined): string | undefined {
  return address && /^https:\/\//i.test(address) ? address : undefined;
}
