import { useEffect, useRef } from "react";
import type { Decisions } from "./decisions";

interface RowProps {
  readonly label: string;
  readonly rowKey: string;
  /** Why the row can no longer be changed; undefined if it can. */
  readonly lockReason: string | undefined;
  readonly decisions: Decisions;
}

/** Selects one row. */
export function RowCheckbox({ label, rowKey, lockReason, decisions }: RowProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={lockReason}
      disabled={lockReason !== undefined}
      checked={lockReason === undefined && decisions.selected.has(rowKey)}
      onChange={(event) => decisions.select([rowKey], event.target.checked)}
    />
  );
}

interface AllProps {
  /** Keys of the rows that can be selected. */
  readonly keys: readonly string[];
  readonly decisions: Decisions;
}

/** Selects all listed rows that can be changed. */
export function AllRowsCheckbox({ keys, decisions }: AllProps) {
  const checkbox = useRef<HTMLInputElement>(null);
  const count = keys.filter((key) => decisions.selected.has(key)).length;
  const all = keys.length > 0 && count === keys.length;
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <input
      ref={checkbox}
      type="checkbox"
      aria-label="Select all rows"
      disabled={keys.length === 0}
      checked={all}
      onChange={(event) => decisions.select(keys, event.target.checked)}
    />
  );
}
