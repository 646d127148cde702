/**
 * A table of thousands of rows that renders only the visible ones (`useVisibleRows`). ARIA roles describe the table and
 * its number of rows, because its elements are `div`s. The class of the caller sets the column widths as `--columns`,
 * and the layout of a row as a card on a narrow screen.
 */
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import type { VisibleRows } from "./useVisibleRows";
import "./virtualTable.css";

interface TableProps {
  readonly label: string;
  readonly className: string;
  /** The number of all rows, without the header. */
  readonly count: number;
  /** Header cells, such as `SortableHeader`. */
  readonly header: ReactNode;
  readonly bodyProps: ComponentProps<"div">;
  /** The visible rows: `VirtualRow`s. */
  readonly children: ReactNode;
}

export function VirtualTable({ label, className, count, header, bodyProps, children }: TableProps) {
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} className={`virtual-table ${className}`}>
      <div role="rowgroup" className="virtual-head">
        <div role="row" aria-rowindex={1} className="virtual-row">
          {header}
        </div>
      </div>
      <div role="rowgroup" className="virtual-body" {...bodyProps}>
        {children}
      </div>
    </div>
  );
}

interface RowProps {
  readonly visibleRow: VisibleRows["rows"][number];
  readonly measureRow: VisibleRows["measureRow"];
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
}

export function VirtualRow({ visibleRow: { index, offset }, measureRow, className = "", style, children }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      ref={measureRow}
      data-index={index}
      className={`virtual-row ${className}`.trim()}
      style={{ transform: `translateY(${offset}px)`, ...style }}
    >
      {children}
    </div>
  );
}

export type Direction = "ascending" | "descending";

interface HeaderProps {
  /** The column's id, which its cells carry as `data-column`. */
  readonly column: string;
  /** The sort direction, if the rows are sorted by this column. */
  readonly sorted: Direction | undefined;
  readonly onSort: ((event: unknown) => void) | undefined;
  readonly children: ReactNode;
}

/** A header cell with a button that sorts by its column. */
export function SortableHeader({ column, sorted, onSort, children }: HeaderProps) {
  return (
    <div role="columnheader" data-column={column} aria-sort={sorted}>
      <button type="button" onClick={onSort}>
        {children}
        {sorted && <span aria-hidden="true">{sorted === "ascending" ? " ↑" : " ↓"}</span>}
      </button>
    </div>
  );
}

/** The sort direction of a column; undefined if the rows are not sorted by it. */
export function directionOf(
  column: string,
  sort: { readonly column: string; readonly descending: boolean } | null,
): Direction | undefined {
  if (sort?.column !== column) return undefined;
  return sort.descending ? "descending" : "ascending";
}
