/** The slots of a fridge, written `row:column`. */

/** Maximum row and column number. */
export const MAX_COORDINATE = 1000;

export interface Slot {
  readonly row: number;
  readonly column: number;
}

/** Returns the slot, or the reason why the text is not a slot. */
export function parseSlot(text: string): Slot | "format" | "range" {
  const [, row, column] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (row === undefined || column === undefined) return "format";
  const slot = { row: Number(row), column: Number(column) };
  return slot.row > MAX_COORDINATE || slot.column > MAX_COORDINATE ? "range" : slot;
}

export const formatSlot = ({ row, column }: Slot): string => `${row}:${column}`;

/** Compares by row, then by column. */
export function compareSlots(one: string, other: string): number {
  const [a, b] = [parseSlot(one), parseSlot(other)];
  if (typeof a === "string" || typeof b === "string") return one.localeCompare(other);
  return a.row - b.row || a.column - b.column;
}
