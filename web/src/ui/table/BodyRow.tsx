import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { isMissing, type Column } from "./columns";
import styles from "./DataTable.module.css";
import { RowCheckbox } from "./selection";

/** Where a row is rendered. */
interface Place {
  readonly index: number;
  /** In pixels from the start of the body, if the table renders only the visible rows. */
  readonly offset: number;
  readonly isVirtual: boolean;
  readonly measureRow: ((row: HTMLTableRowElement | null) => void) | undefined;
}

interface TableRowProps extends ComponentProps<"tr"> {
  readonly place: Place;
}

function TableRow({ place: { index, offset, isVirtual, measureRow }, style, ...rest }: TableRowProps) {
  return (
    <tr
      role="row"
      // The header is row 1.
      aria-rowindex={index + 2}
      ref={measureRow}
      data-index={index}
      style={isVirtual ? { ...style, transform: `translateY(${offset}px)` } : style}
      {...rest}
    />
  );
}

interface GroupProps {
  readonly place: Place;
  readonly style: CSSProperties | undefined;
  readonly kind: "header" | "summary";
  readonly columnCount: number;
  readonly children: ReactNode;
}

/** The header or the summary of a group, which spans all columns. */
export function GroupRow({ place, style, kind, columnCount, children }: GroupProps) {
  return (
    <TableRow place={place} style={style} className={styles.row} data-group={kind}>
      <td role="cell" colSpan={columnCount} aria-colspan={columnCount} className={styles.groupCell}>
        {children}
      </td>
    </TableRow>
  );
}

/** A column with its position among all columns, from 1. Hidden columns and missing values leave gaps. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly position: number;
}

interface RowProps<Row> {
  readonly place: Place;
  readonly style: CSSProperties | undefined;
  readonly className: string | undefined;
  readonly row: Row;
  /** The visible columns. */
  readonly columns: readonly PlacedColumn<Row>[];
  /** Whether the row is a card, which omits missing values. */
  readonly cards: boolean;
  readonly selection: ComponentProps<typeof RowCheckbox> | undefined;
}

export function BodyRow<Row>({ place, style, className = "", row, columns, cards, selection }: RowProps<Row>) {
  return (
    <TableRow
      place={place}
      style={style}
      className={`${styles.row} ${className}`.trim()}
      data-selected={selection?.selected ? "" : undefined}
    >
      {selection && (
        <td role="cell" aria-colindex={1} data-column="select" className={styles.cell}>
          <RowCheckbox {...selection} />
        </td>
      )}
      {columns.map(({ column, position }) => {
        const hasControls = column.type === "actions" || column.hasControls;
        if (cards && !hasControls && isMissing(column.value(row))) return null;
        const { id, label, type, align, rowHeader, truncate } = column;
        const Element = rowHeader ? "th" : "td";
        return (
          <Element
            key={id}
            role={rowHeader ? "rowheader" : "cell"}
            scope={rowHeader ? "row" : undefined}
            aria-colindex={position}
            data-column={id}
            data-label={label}
            data-type={type}
            data-align={align}
            data-truncate={truncate || undefined}
            className={styles.cell}
          >
            {column.cell(row)}
          </Element>
        );
      })}
    </TableRow>
  );
}
