/** Places in a fridge: row and column, written `row:column`. */

export const HIGHEST = 1000;

export interface Slot {
  readonly row: number;
  readonly column: number;
}

/** Of what is no slot, why. */
export function readSlot(text: string): Slot | "format" | "range" {
  const [, row, column] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (row === undefined || column === undefined) return "format";
  const slot = { row: Number(row), column: Number(column) };
  return slot.row > HIGHEST || slot.column > HIGHEST ? "range" : slot;
}

export const slotText = ({ row, column }: Slot): string => `${row}:${column}`;

/** By row and column, as numbers. */
export function compareSlots(one: string, other: string): number {
  const [a, b] = [readSlot(one), readSlot(other)];
  if (typeof a === "string" || typeof b === "string") return one.localeCompare(other);
  return a.row - b.row || a.column - b.column;
}
