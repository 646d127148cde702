import type { Cell, Grid } from "./compare";
import "./grid.css";

interface Props {
  readonly label: string;
  readonly grid: Grid;
  /** What the other state is: 'Now', 'Before'. */
  readonly other: string;
}

const MARKS = { added: "New", changed: "Changed", removed: "Empty", same: "" } as const;

/** A layout as its fridge has it, row by row, with what differs from another state of it. */
export function PlanogramGrid({ label, grid, other }: Props) {
  return (
    // Scrolled by keyboard too: it may be wider than the screen.
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
                <GridCell key={grid.columns[index]} cell={cell} other={other} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GridCell({ cell, other }: { readonly cell: Cell | null; readonly other: string }) {
  if (!cell) return <td className="planogram-none" />;
  const { slot, item, before, mark } = cell;
  return (
    <td className={`planogram-${mark}`} title={slot}>
      {mark !== "same" && <span className="planogram-mark">{MARKS[mark]}</span>}
      {item !== null && <span className="planogram-item">{item}</span>}
      {before !== null && (
        <span className="planogram-before">
          {other}: {before}
        </span>
      )}
    </td>
  );
}
