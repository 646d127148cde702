/**
 * A long table from its columns: header, order and rows in sight. A class of its own gives the columns' widths, as
 * `--columns`; on a narrow screen each row is a card in which every cell says what it is.
 */
import { useCallback } from "react";
import type { ListColumn, Sort } from "./listTable";
import { directionOf, LongRow, LongTable, SortableHeader } from "./LongTable";
import { useRowsInSight } from "./useRowsInSight";
import "./listTable.css";

interface Props<Row> {
  readonly label: string;
  readonly className: string;
  readonly columns: readonly ListColumn<Row>[];
  /** In their order: see `inOrder`. */
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
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(rows.length, keyAt, heightOf);
  return (
    <LongTable
      label={label}
      className={`list-table ${className}`}
      count={rows.length}
      bodyProps={bodyProps}
      header={columns.map(({ id, header, head, controls }) =>
        controls ? (
          <div role="columnheader" key={id} data-column={id}>
            {head ?? header}
          </div>
        ) : (
          <SortableHeader key={id} column={id} sorted={directionOf(id, sort)} onSort={() => onSort(id)}>
            {header}
          </SortableHeader>
        ),
      )}
    >
      {inSight.map((place) => {
        const row = rows[place.index];
        if (!row) return null;
        return (
          <LongRow key={keyOf(row)} inSight={place} measureRow={measureRow} className={classOf?.(row)}>
            {columns.map(({ id, header, value, cell }) => (
              <div role="cell" key={id} data-column={id} data-label={header}>
                {cell ? cell(row) : (value(row) ?? "")}
              </div>
            ))}
          </LongRow>
        );
      })}
    </LongTable>
  );
}
