/** Two states of a layout side by side, slot by slot: pure. */
import { readSlot } from "../rules/slots";

export type Mark = "same" | "added" | "changed" | "removed";

export interface Cell {
  readonly slot: string;
  readonly item: string | null;
  /** What the other state has there, where that is something else. */
  readonly before: string | null;
  readonly mark: Mark;
}

export interface Grid {
  readonly columns: readonly number[];
  /** Each with a cell for each column; null where neither state has the slot. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly (Cell | null)[] }[];
  readonly slots: number;
  readonly different: number;
}

type Shown = ReadonlyMap<string, { readonly vendItemName: string }>;

export function compareStates(before: Shown, after: Shown): Grid {
  const slots = [...new Set([...before.keys(), ...after.keys()])].flatMap((text) => {
    const slot = readSlot(text);
    return typeof slot === "string" ? [] : [{ text, ...slot }];
  });
  const numbers = (of: readonly number[]) => [...new Set(of)].sort((a, b) => a - b);
  const columns = numbers(slots.map(({ column }) => column));
  const byPlace = new Map(slots.map(({ text, row, column }) => [`${row}:${column}`, text]));
  let different = 0;
  const rows = numbers(slots.map(({ row }) => row)).map((row) => ({
    row,
    cells: columns.map((column) => {
      const slot = byPlace.get(`${row}:${column}`);
      if (slot === undefined) return null;
      const cell = cellOf(slot, before.get(slot)?.vendItemName ?? null, after.get(slot)?.vendItemName ?? null);
      if (cell.mark !== "same") different += 1;
      return cell;
    }),
  }));
  return { columns, rows, slots: slots.length, different };
}

function cellOf(slot: string, before: string | null, item: string | null): Cell {
  if (before === item) return { slot, item, before: null, mark: "same" };
  return { slot, item, before, mark: before === null ? "added" : item === null ? "removed" : "changed" };
}
