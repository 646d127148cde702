import type { ReactNode } from "react";
import { formatCount } from "../../lib/formats";
import { Button } from "../Button";
import { Muted } from "../text";
import styles from "./bulk.module.css";

interface Props {
  readonly count: number;
  /** The singular name of a row, such as "fridge". */
  readonly rowName: string;
  readonly onClear: () => void;
  /** The actions for the selected rows. */
  readonly children: ReactNode;
}

/** The number of selected rows and the actions for all of them, for `selection.actions` of a table. */
export function BulkBar({ count, rowName, onClear, children }: Props) {
  return (
    <div className={styles.bar} role="group" aria-label="Selected rows">
      <Muted role="status">{formatCount(count, rowName)} selected</Muted>
      {children}
      <Button onClick={onClear}>Clear selection</Button>
    </div>
  );
}
