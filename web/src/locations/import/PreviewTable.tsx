import { useCallback } from "react";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
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

/** The rows of the file with their issues. Renders only the visible ones of thousands. */
export function PreviewTable({ rows, sort, descending, onSort }: Props) {
  const keyOf = useCallback((index: number) => rows[index]?.row.number ?? index, [rows]);
  const { rows: inSight, measureRow, bodyProps, scrollToTop } = useVisibleRows(rows.length, keyOf, heightOfRow);

  const header = (
    <>
      {HEADERS.map(({ column, label }) => (
        <SortableHeader
          key={column}
          column={column}
          sorted={directionOf(column, { column: sort, descending })}
          onSort={() => {
            scrollToTop();
            onSort(column);
          }}
        >
          {label}
        </SortableHeader>
      ))}
      <div role="columnheader" data-column="issues">
        Issues
      </div>
    </>
  );
  return (
    <VirtualTable
      label="Rows in the file"
      className="import-table"
      count={rows.length}
      header={header}
      bodyProps={bodyProps}
    >
      {inSight.map((place) => {
        const previewed = rows[place.index];
        if (!previewed) return null;
        const { number, record } = previewed.row;
        return (
          <VirtualRow key={number} visibleRow={place} measureRow={measureRow}>
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
            <div role="cell" data-column="issues">
              {previewed.issues.length > 0 && (
                <ul>
                  {previewed.issues.map(({ column, message }) => (
                    <li key={`${column} ${message}`}>
                      {column !== null && !message.includes(column) && <span className="import-column">{column} </span>}
                      {message}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
}
