import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";

export interface TableSelection<Row> {
  /** The ids of the selected rows. They can include rows that the search hides. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], selected: boolean) => void;
  /** The accessible name of a row's checkbox, such as 'Select MSY_0006'. */
  readonly label: (row: Row) => string;
  /** The accessible name of the header's checkbox. */
  readonly allLabel?: string;
  /** Why a row cannot be selected; undefined if it can. */
  readonly disabledReason?: (row: Row) => string | undefined;
  /** Buttons for the selected rows, in the toolbar while rows are selected. */
  readonly actions?: (rows: readonly Row[]) => ReactNode;
}

const NONE: ReadonlySet<string> = new Set();

/** The selection of a table whose screen does not keep it elsewhere. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE);
  const onSelect = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      setSelected((current) => {
        const next = new Set(current);
        for (const id of ids) {
          if (isSelected) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setSelected(NONE), []);
  return { selected, onSelect, clear };
}

/** A row that can be selected or not, in the order of the table. */
export interface SelectableRow {
  readonly id: string;
  readonly disabledReason: string | undefined;
}

/** The ids from `anchor` to `id` in the order of the table, without rows that cannot be selected. */
export function rangeOf(rows: readonly SelectableRow[], anchor: string | null, id: string): readonly string[] {
  const start = rows.findIndex((row) => row.id === anchor);
  const end = rows.findIndex((row) => row.id === id);
  if (start < 0 || end < 0) return [id];
  return selectableIds(rows.slice(Math.min(start, end), Math.max(start, end) + 1));
}

export function selectableIds(rows: readonly SelectableRow[]): readonly string[] {
  return rows.flatMap(({ id, disabledReason }) => (disabledReason === undefined ? [id] : []));
}

interface RowProps {
  readonly label: string;
  readonly row: SelectableRow;
  readonly selected: boolean;
  /** @param isRange whether Shift is pressed, which selects the rows since the last change */
  readonly onChange: (selected: boolean, isRange: boolean) => void;
}

export function RowCheckbox({ label, row: { disabledReason }, selected, onChange }: RowProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={disabledReason}
      disabled={disabledReason !== undefined}
      checked={disabledReason === undefined && selected}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

interface AllProps {
  readonly label: string;
  /** The listed rows that can be selected. */
  readonly ids: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], selected: boolean) => void;
}

/** Selects all listed rows that can be selected. */
export function AllRowsCheckbox({ label, ids, selected, onSelect }: AllProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => selected.has(id)).length;
  const all = ids.length > 0 && count === ids.length;
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <input
      ref={checkbox}
      type="checkbox"
      aria-label={label}
      disabled={ids.length === 0}
      title={ids.length === 0 ? "No listed row can be selected" : undefined}
      checked={all}
      onChange={(event) => onSelect(ids, event.target.checked)}
    />
  );
}
