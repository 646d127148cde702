import type { Header, RowData } from "@tanstack/react-table";
import type { KeyboardEvent, MouseEvent, TouchEvent } from "react";
import { flushSync } from "react-dom";
import type { PlacedColumn } from "./BodyRow";
import type { TableFeatures } from "./features";
import styles from "./DataTable.module.css";

interface Props<Row extends RowData> {
  readonly header: Header<TableFeatures, Row, unknown>;
  readonly placed: PlacedColumn<Row> | undefined;
  /** Stores the rendered width, from which the pointer resizes the column. */
  readonly onResizeStart: () => void;
  readonly onResize: (step: -1 | 1) => void;
  readonly onResetWidth: () => void;
}

const RESIZE_KEYS: ReadonlyMap<string, -1 | 1> = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

/** A header cell: a button that sorts, and an edge that resizes the column. Shift with an arrow key resizes it too. */
export function HeaderCell<Row extends RowData>({ header, placed, onResizeStart, onResize, onResetWidth }: Props<Row>) {
  const sorted = header.column.getIsSorted();
  const direction = sorted === false ? undefined : DIRECTIONS[sorted];
  const column = placed?.column;
  const content = column?.headerContent ?? column?.label;

  function startResize(event: MouseEvent | TouchEvent) {
    event.preventDefault();
    flushSync(onResizeStart);
    header.getResizeHandler()(event.nativeEvent);
  }

  function resizeByKey(event: KeyboardEvent) {
    const step = event.shiftKey ? RESIZE_KEYS.get(event.key) : undefined;
    if (step === undefined) return;
    // The browser would extend a selection of text, or scroll the table sideways.
    event.preventDefault();
    onResize(step);
  }

  return (
    <th
      role="columnheader"
      scope="col"
      data-column={header.id}
      data-align={column?.align}
      aria-colindex={placed?.position}
      aria-sort={direction}
      className={styles.headerCell}
      onKeyDown={resizeByKey}
    >
      {header.column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={header.column.getToggleSortingHandler()}>
          {content}
          {direction && <span aria-hidden="true">{direction === "ascending" ? " ↑" : " ↓"}</span>}
        </button>
      ) : (
        content
      )}
      {column?.headerNote}
      <span
        aria-hidden="true"
        className={styles.edge}
        data-resizing={header.column.getIsResizing() || undefined}
        onMouseDown={startResize}
        onTouchStart={startResize}
        onDoubleClick={onResetWidth}
      />
    </th>
  );
}
