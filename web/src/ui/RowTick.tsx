import { useEffect, useRef } from "react";
import type { Decisions } from "./decisions";

interface RowProps {
  readonly label: string;
  readonly rowKey: string;
  /** Why the row can no longer be changed. */
  readonly lock: string | undefined;
  readonly decisions: Decisions;
}

/** The box of a row. */
export function RowTick({ label, rowKey, lock, decisions }: RowProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={lock}
      disabled={lock !== undefined}
      checked={lock === undefined && decisions.ticked.has(rowKey)}
      onChange={(event) => decisions.tick([rowKey], event.target.checked)}
    />
  );
}

interface AllProps {
  /** Those that can be ticked. */
  readonly keys: readonly string[];
  readonly decisions: Decisions;
}

/** The box that ticks all rows that are listed and can be changed. */
export function AllTick({ keys, decisions }: AllProps) {
  const box = useRef<HTMLInputElement>(null);
  const count = keys.filter((key) => decisions.ticked.has(key)).length;
  const all = keys.length > 0 && count === keys.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all;
  }, [count, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all rows"
      disabled={keys.length === 0}
      checked={all}
      onChange={(event) => decisions.tick(keys, event.target.checked)}
    />
  );
}
