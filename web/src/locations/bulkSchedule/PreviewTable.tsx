import { useCallback } from "react";
import { Link } from "react-router";
import { LongRow, LongTable, SortableHeader } from "../../ui/LongTable";
import { useRowsInSight } from "../../ui/useRowsInSight";
import { PREVIEW_COLUMNS, stateOf, type PreviewColumn, type PreviewRow, type PreviewSort } from "./previewColumns";
import { screenOf } from "../list/screens";

interface Props {
  readonly rows: readonly PreviewRow[];
  readonly sort: PreviewSort;
  readonly onSort: (sort: PreviewSort) => void;
}

const HEIGHT = { line: 41, card: 140 };
const heightOfRow = () => HEIGHT;

/** What would be scheduled, a row for each location and property. */
export function PreviewTable({ rows, sort, onSort }: Props) {
  const keyOf = useCallback((index: number) => rows[index]?.change.key ?? String(index), [rows]);
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(rows.length, keyOf, heightOfRow);
  return (
    <LongTable
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
          <LongRow key={row.change.key} inSight={place} measureRow={measureRow} className={toneOf(row)}>
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
          </LongRow>
        );
      })}
    </LongTable>
  );
}

function PreviewCell({ row, column }: { readonly row: PreviewRow; readonly column: PreviewColumn }) {
  const { id } = row.change.location;
  if (column.key === "location") return <Link to={screenOf("detail", id)}>{id}</Link>;
  if (column.key === "state" && row.outcome?.kind === "scheduled") {
    return <Link to={screenOf("schedule", id)}>Scheduled</Link>;
  }
  return column.value(row);
}

function toneOf(row: PreviewRow): string {
  if (row.change.unchanged) return "bulk-unchanged";
  return row.outcome ? `bulk-${row.outcome.kind}` : stateOf(row).startsWith("Will") ? "bulk-late" : "";
}
