import type { CSSProperties } from "react";
import { VisuallyHidden } from "../../ui/text";
import type { Cell, Grid } from "./compare";
import styles from "./planogramGrid.module.css";

interface Props {
  readonly label: string;
  readonly grid: Grid;
  /** Label of the state to compare with: 'Now', 'Was'. */
  readonly comparedLabel: string;
}

const MARKS = { added: "New", changed: "Changed", removed: "Empty", same: "" } as const;

/** Shows a layout as in its fridge, row by row, and highlights the differences from another state. */
export function PlanogramGrid({ label, grid, comparedLabel }: Props) {
  const columns = { "--slots": grid.columns.length } as CSSProperties;
  return (
    // Focusable, so that a wide grid can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.box} role="region" aria-label={label} tabIndex={0}>
      <div className={styles.grid} role="table" aria-label={label} style={columns}>
        <div className={styles.row} role="row">
          <span className={styles.corner} role="cell" />
          {grid.columns.map((column) => (
            <span key={column} className={styles.header} role="columnheader">
              <VisuallyHidden>Column </VisuallyHidden>
              {column}
            </span>
          ))}
        </div>
        {grid.rows.map(({ row, cells }) => (
          <div key={row} className={styles.row} role="row">
            <span className={styles.corner} role="rowheader">
              <VisuallyHidden>Row </VisuallyHidden>
              {row}
            </span>
            {cells.map((cell, index) => (
              <GridCell key={grid.columns[index]} cell={cell} comparedLabel={comparedLabel} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function GridCell({ cell, comparedLabel }: { readonly cell: Cell | null; readonly comparedLabel: string }) {
  if (!cell) return <span className={styles.cell} role="cell" data-mark="none" />;
  const { slot, item, before, mark } = cell;
  return (
    <span className={styles.cell} role="cell" data-mark={mark} title={slot}>
      {mark !== "same" && <strong>{MARKS[mark]}</strong>}
      {item !== null && <span>{item}</span>}
      {before !== null && (
        <small>
          {comparedLabel}: {before}
        </small>
      )}
    </span>
  );
}
