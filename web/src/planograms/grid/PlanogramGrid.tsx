import type { Cell, Grid } from "./compare";
import "./grid.css";

interface Props {
  readonly label: string;
  readonly grid: Grid;
  /** Label of the state to compare with: 'Now', 'Was'. */
  readonly comparedLabel: string;
}

const MARKS = { added: "New", changed: "Changed", removed: "Empty", same: "" } as const;

/** Shows a layout as in its fridge, row by row, and highlights the differences from another state. */
export function PlanogramGrid({ label, grid, comparedLabel }: Props) {
  return (
    // Focusable, so that a wide grid can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="planogram-grid-box" role="region" aria-label={label} tabIndex={0}>
      <table className="planogram-grid" aria-label={label}>
        <thead>
          <tr>
            <td />
            {grid.columns.map((column) => (
              <th scope="col" key={column}>
                <span className="planogram-grid-word">Column </span>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ row, cells }) => (
            <tr key={row}>
              <th scope="row">
                <span className="planogram-grid-word">Row </span>
                {row}
              </th>
              {cells.map((cell, index) => (
                <GridCell key={grid.columns[index]} cell={cell} comparedLabel={comparedLabel} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GridCell({ cell, comparedLabel }: { readonly cell: Cell | null; readonly comparedLabel: string }) {
  if (!cell) return <td className="planogram-none" />;
  const { slot, item, before, mark } = cell;
  return (
    <td className={`planogram-${mark}`} title={slot}>
      {mark !== "same" && <span className="planogram-mark">{MARKS[mark]}</span>}
      {item !== null && <span className="planogram-item">{item}</span>}
      {before !== null && (
        <span className="planogram-before">
          {comparedLabel}: {before}
        </span>
      )}
    </td>
  );
}
