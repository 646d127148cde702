/**
 * A sortable virtual table, defined by its columns. The class of the caller sets the column widths as `--columns`. On a
 * narrow screen each row is a card whose cells show their column's header.
 */
import { useCallback } from "react";
import type { ListColumn, Sort } from "./listTable";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "./VirtualTable";
import { useVisibleRows } from "./useVisibleRows";
import "./listTable.css";

interface Props<Row> {
  readonly label: string;
  readonly className: string;
  readonly columns: readonly ListColumn<Row>[];
  /** Sorted already: see `sortRows`. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort: Sort | null;
  readonly onSort: (column: string) => void;
  readonly classOf?: (row: Row) => string;
}

const HEIGHT = { line: 44, card: 214 };
const heightOf = () => HEIGHT;

export function ListTable<Row>({ label, className, columns, rows, keyOf, sort, onSort, classOf }: Props<Row>) {
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? keyOf(row) : String(index);
    },
    [rows, keyOf],
  );
  const { rows: visibleRows, measureRow, bodyProps } = useVisibleRows(rows.length, keyAt, heightOf);
  return (
    <VirtualTable
      label={label}
      className={`list-table ${className}`}
      count={rows.length}
      bodyProps={bodyProps}
      header={columns.map(({ id, header, headerContent, hasControls }) =>
        hasControls ? (
          <div role="columnheader" key={id} data-column={id}>
            {headerContent ?? header}
          </div>
        ) : (
          <SortableHeader key={id} column={id} sorted={directionOf(id, sort)} onSort={() => onSort(id)}>
            {header}
          </SortableHeader>
        ),
      )}
    >
      {visibleRows.map((visibleRow) => {
        const row = rows[visibleRow.index];
        if (!row) return null;
        return (
          <VirtualRow key={keyOf(row)} visibleRow={visibleRow} measureRow={measureRow} className={classOf?.(row)}>
            {columns.map(({ id, header, value, cell }) => (
              <div role="cell" key={id} data-column={id} data-label={header}>
                {cell ? cell(row) : (value(row) ?? "")}
              </div>
            ))}
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
}
