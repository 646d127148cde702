import { useCallback } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
import { PREVIEW_COLUMNS, statusText, type PreviewColumn, type PreviewRow, type PreviewSort } from "./previewColumns";

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly sort: PreviewSort;
  readonly onSort: (sort: PreviewSort) => void;
}

const HEIGHT = { line: 41, card: 140 };
const heightOfRow = () => HEIGHT;

/** One row per location and property. */
export function PreviewTable({ rows, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => rows[index]?.change.key ?? String(index), [rows]);
  const { rows: inSight, measureRow, bodyProps } = useVisibleRows(rows.length, keyOf, heightOfRow);
  return (
    <VirtualTable
      label="Preview"
      className="bulk-table"
      count={rows.length}
      bodyProps={bodyProps}
      header={PREVIEW_COLUMNS.map(({ key, header }) => (
        <SortableHeader
          key={key}
          column={key}
          sorted={sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined}
          onSort={() => onSort(sort === key ? `-${key}` : key)}
        >
          {header}
        </SortableHeader>
      ))}
    >
      {inSight.map((place) => {
        const row = rows[place.index];
        if (!row) return null;
        return (
          <VirtualRow key={row.change.key} visibleRow={place} measureRow={measureRow} className={rowClass(row)}>
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
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
}

function PreviewCell({ row, column }: { readonly row: PreviewRow; readonly column: PreviewColumn }) {
  const { id } = row.change.location;
  if (column.key === "location") return <Link to={paths.location(id)}>{id}</Link>;
  if (column.key === "status" && row.outcome?.kind === "scheduled") {
    return <Link to={paths.locationSchedule(id)}>Scheduled</Link>;
  }
  return column.value(row);
}

function rowClass(row: PreviewRow): string {
  if (row.change.unchanged) return "bulk-unchanged";
  return row.outcome ? `bulk-${row.outcome.kind}` : statusText(row).startsWith("Will") ? "bulk-late" : "";
}
