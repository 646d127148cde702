/** Compares two states of a layout slot by slot. Pure. */
import { parseSlot } from "../rules/slots";

export type Mark = "same" | "added" | "changed" | "removed";

export interface Cell {
  readonly slot: string;
  readonly item: string | null;
  /** The item in the other state, if it is different. */
  readonly before: string | null;
  readonly mark: Mark;
}

export interface Grid {
  readonly columns: readonly number[];
  /** Each row has a cell for each column. A cell is null if neither state has the slot. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly (Cell | null)[] }[];
  readonly slots: number;
  readonly differences: number;
}

type LayoutState = ReadonlyMap<string, { readonly vendItemName: string }>;

export function compareStates(before: LayoutState, after: LayoutState): Grid {
  const slots = [...new Set([...before.keys(), ...after.keys()])].flatMap((text) => {
    const slot = parseSlot(text);
    return typeof slot === "string" ? [] : [{ text, ...slot }];
  });
  const sortUnique = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  const columns = sortUnique(slots.map(({ column }) => column));
  const slotByPosition = new Map(slots.map(({ text, row, column }) => [`${row}:${column}`, text]));
  let differences = 0;
  const rows = sortUnique(slots.map(({ row }) => row)).map((row) => ({
    row,
    cells: columns.map((column) => {
      const slot = slotByPosition.get(`${row}:${column}`);
      if (slot === undefined) return null;
      const cell = cellOf(slot, before.get(slot)?.vendItemName ?? null, after.get(slot)?.vendItemName ?? null);
      if (cell.mark !== "same") differences += 1;
      return cell;
    }),
  }));
  return { columns, rows, slots: slots.length, differences };
}

function cellOf(slot: string, before: string | null, item: string | null): Cell {
  if (before === item) return { slot, item, before: null, mark: "same" };
  return { slot, item, before, mark: before === null ? "added" : item === null ? "removed" : "changed" };
}
