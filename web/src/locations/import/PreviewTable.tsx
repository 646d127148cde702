import { useCallback } from "react";
import { useRowsInSight } from "../../ui/useRowsInSight";
import type { PreviewRow, SortColumn } from "./preview";
import { StatusIcon } from "./StatusIcon";

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly sort: SortColumn;
  readonly descending: boolean;
  readonly onSort: (column: SortColumn) => void;
}

const HEADERS: readonly { readonly column: SortColumn; readonly label: string }[] = [
  { column: "status", label: "Status" },
  { column: "row", label: "Row" },
  { column: "id", label: "Id" },
  { column: "name", label: "Name" },
  { column: "state", label: "City, state" },
];

const HEIGHT = { line: 45, card: 107 };
const heightOfRow = () => HEIGHT;

/** Thousands of rows, of which those in sight are drawn. Roles tell what the markup cannot: it is a table. */
export function PreviewTable({ rows, sort, descending, onSort }: Props) {
  const keyOf = useCallback((index: number) => rows[index]?.row.number ?? index, [rows]);
  const { rows: inSight, measureRow, bodyProps, scrollToTop } = useRowsInSight(rows.length, keyOf, heightOfRow);

  return (
    <div role="table" aria-label="Rows of the file" aria-rowcount={rows.length + 1} className="import-table">
      <div role="rowgroup" className="import-head">
        <div role="row" aria-rowindex={1} className="import-row">
          {HEADERS.map(({ column, label }) => (
            <div
              role="columnheader"
              key={column}
              data-column={column}
              aria-sort={column === sort ? (descending ? "descending" : "ascending") : undefined}
            >
              <button
                type="button"
                onClick={() => {
                  scrollToTop();
                  onSort(column);
                }}
              >
                {label}
                {column === sort && <span aria-hidden="true">{descending ? " ↓" : " ↑"}</span>}
              </button>
            </div>
          ))}
          <div role="columnheader" data-column="reasons">
            What is wrong
          </div>
        </div>
      </div>
      <div role="rowgroup" className="import-body" {...bodyProps}>
        {inSight.map(({ index, offset }) => {
          const previewed = rows[index];
          if (!previewed) return null;
          const { number, record } = previewed.row;
          return (
            <div
              role="row"
              aria-rowindex={index + 2}
              className="import-row"
              key={number}
              ref={measureRow}
              data-index={index}
              style={{ transform: `translateY(${offset}px)` }}
            >
              <div role="cell" data-column="status">
                <StatusIcon status={previewed.status} />
              </div>
              <div role="cell" data-column="row">
                {number}
              </div>
              <div role="rowheader" data-column="id">
                {record.POS_NAME__c || <span className="muted">No id</span>}
              </div>
              <div role="cell" data-column="name">
                {record.Consumer_Friendly_NAme__c}
              </div>
              <div role="cell" data-column="state">
                {[record.Fridge_City__c, record.Fridge_State__c].filter(Boolean).join(", ")}
              </div>
              <div role="cell" data-column="reasons">
                {previewed.reasons.length > 0 && (
                  <ul>
                    {previewed.reasons.map(({ column, message }) => (
                      <li key={`${column} ${message}`}>
                        {column !== null && !message.includes(column) && (
                          <span className="import-column">{column} </span>
                        )}
                        {message}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
