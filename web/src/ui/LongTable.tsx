/**
 * A table of thousands of rows, of which those in sight are drawn (`useRowsInSight`). Roles tell what its markup cannot:
 * that it is a table, and of how many rows. A class of its own gives the columns' widths, as `--columns`, and says what
 * a card looks like on a narrow screen.
 */
import type { ComponentProps, CSSProperties, ReactNode } from "react";
import type { RowsInSight } from "./useRowsInSight";
import "./longTable.css";

interface TableProps {
  readonly label: string;
  readonly className: string;
  /** Rows in all, without the header. */
  readonly count: number;
  /** `SortableHeader`s, and plain ones. */
  readonly header: ReactNode;
  readonly bodyProps: ComponentProps<"div">;
  /** The rows in sight: `LongRow`s. */
  readonly children: ReactNode;
}

export function LongTable({ label, className, count, header, bodyProps, children }: TableProps) {
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} className={`long-table ${className}`}>
      <div role="rowgroup" className="long-head">
        <div role="row" aria-rowindex={1} className="long-row">
          {header}
        </div>
      </div>
      <div role="rowgroup" className="long-body" {...bodyProps}>
        {children}
      </div>
    </div>
  );
}

interface RowProps {
  readonly inSight: RowsInSight["rows"][number];
  readonly measureRow: RowsInSight["measureRow"];
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
}

export function LongRow({ inSight: { index, offset }, measureRow, className = "", style, children }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      ref={measureRow}
      data-index={index}
      className={`long-row ${className}`.trim()}
      style={{ transform: `translateY(${offset}px)`, ...style }}
    >
      {children}
    </div>
  );
}

export type Direction = "ascending" | "descending";

interface HeaderProps {
  /** Its cells carry the same `data-column`. */
  readonly column: string;
  /** How the rows are sorted by it, if they are. */
  readonly sorted: Direction | undefined;
  readonly onSort: ((event: unknown) => void) | undefined;
  readonly children: ReactNode;
}

/** A header that sorts by its column when it is pressed. */
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

/** For what is sorted by one column, or not by this one. */
export function directionOf(
  column: string,
  sort: { readonly column: string; readonly descending: boolean } | null,
): Direction | undefined {
  if (sort?.column !== column) return undefined;
  return sort.descending ? "descending" : "ascending";
}
