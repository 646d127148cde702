import { useCallback } from "react";
import { Link } from "react-router";
import { useRowsInSight } from "../../ui/useRowsInSight";
import { PREVIEW_COLUMNS, stateOf, type PreviewColumn, type PreviewRow, type PreviewSort } from "./previewColumns";

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly sort: PreviewSort;
  readonly onSort: (sort: PreviewSort) => void;
}

const HEIGHT = { line: 41, card: 116 };
const heightOfRow = () => HEIGHT;

/** Only the rows in sight are drawn; roles tell what the markup of such a table cannot. */
export function PreviewTable({ rows, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => rows[index]?.change.key ?? String(index), [rows]);
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(rows.length, keyOf, heightOfRow);
  return (
    <div role="table" aria-label="Preview" aria-rowcount={rows.length + 1} className="bulk-table">
      <div role="rowgroup" className="bulk-head">
        <div role="row" aria-rowindex={1} className="bulk-row">
          {PREVIEW_COLUMNS.map(({ key, header }) => (
            <div
              role="columnheader"
              key={key}
              aria-sort={sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined}
            >
              <button type="button" onClick={() => onSort(sort === key ? `-${key}` : key)}>
                {header}
                {sort.endsWith(key) && <span aria-hidden="true">{sort === key ? " ↑" : " ↓"}</span>}
              </button>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="bulk-body" {...bodyProps}>
        {inSight.map(({ index, offset }) => {
          const row = rows[index];
          return (
            row && (
              <div
                role="row"
                key={row.change.key}
                aria-rowindex={index + 2}
                ref={measureRow}
                data-index={index}
                className={`bulk-row ${toneOf(row)}`}
                style={{ transform: `translateY(${offset}px)` }}
              >
                {PREVIEW_COLUMNS.map((column) => (
                  <div
                    role={column.key === "location" ? "rowheader" : "cell"}
                    key={column.key}
                    data-column={column.key}
                    data-label={column.header}
                  >
                    <PreviewCell row={row} column={column} />
                  </div>
                ))}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function PreviewCell({ row, column }: { readonly row: PreviewRow; readonly column: PreviewColumn }) {
  const { id } = row.change.location;
  if (column.key === "location") return <Link to={`/locations/detail/${id}`}>{id}</Link>;
  if (column.key === "state" && row.outcome?.kind === "scheduled") {
    return <Link to={`/locations/schedule/${id}`}>Scheduled</Link>;
  }
  return column.value(row);
}

function toneOf(row: PreviewRow): string {
  if (row.change.unchanged) return "bulk-unchanged";
  return row.outcome ? `bulk-${row.outcome.kind}` : stateOf(row).startsWith("Will") ? "bulk-late" : "";
}
