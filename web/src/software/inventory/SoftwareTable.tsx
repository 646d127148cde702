import { memo, useCallback } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRowsInContainer } from "../../ui/useVisibleRowsInContainer";
import { SOFTWARE } from "../artifacts";
import { PilotIcon, MultiplePilotsWarning } from "./PilotIcon";
import { NO_VERSION, type Row } from "./rows";
import type { Sort, SortableColumn } from "./sort";

/** The height of the table in pixels (SWR-3). */
const BOX_HEIGHT = 600;
const ROW_HEIGHT = { line: 67, card: 160 };

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], selected: boolean) => void;
}

interface Props {
  readonly rows: readonly Row[];
  /** Fridges with more than one pilot, regardless of the filters. */
  readonly multiplePilots: readonly string[];
  readonly sort: Sort | null;
  readonly onSort: (column: SortableColumn) => void;
  /** Null unless the Create Deployment panel is open. */
  readonly selection: Selection | null;
  readonly onHistory: (id: string) => void;
}

/** The fridges with their versions. Renders only visible rows. */
export const SoftwareTable = memo(function SoftwareTable(props: Props) {
  const { rows, multiplePilots, sort, onSort, selection, onHistory } = props;
  const keyOf = useCallback((index: number) => rows[index]?.id ?? String(index), [rows]);
  const {
    rows: visibleRows,
    measureRow,
    bodyProps,
    containerProps,
    scrollToTop,
  } = useVisibleRowsInContainer(rows.length, keyOf, ROW_HEIGHT, BOX_HEIGHT);
  const sortBy = (column: SortableColumn) => {
    scrollToTop();
    onSort(column);
  };

  const header = (
    <>
      {selection && <SelectAll rows={rows} selection={selection} />}
      <div role="columnheader" data-column="pilots" aria-sort={directionOf("pilots", sort)}>
        <button type="button" onClick={() => sortBy("pilots")}>
          Pilots
          {sortArrow("pilots", sort)}
        </button>
        {multiplePilots.length > 0 && <MultiplePilotsWarning ids={multiplePilots} />}
      </div>
      <SortableHeader column="id" sorted={directionOf("id", sort)} onSort={() => sortBy("id")}>
        Fridge Name
      </SortableHeader>
      {SOFTWARE.map(({ type, label }) => (
        <SortableHeader key={type} column={type} sorted={directionOf(type, sort)} onSort={() => sortBy(type)}>
          {label}
        </SortableHeader>
      ))}
    </>
  );
  return (
    <div className="software-box" {...containerProps}>
      <VirtualTable
        label="Fridges"
        className={selection ? "software-table software-selecting" : "software-table"}
        count={rows.length}
        bodyProps={bodyProps}
        header={header}
      >
        {visibleRows.map((place) => {
          const row = rows[place.index];
          return (
            row && (
              <VirtualRow
                key={row.id}
                visibleRow={place}
                measureRow={measureRow}
                className={selection?.ids.has(row.id) ? "software-selected" : undefined}
              >
                <Cells row={row} selection={selection} onHistory={onHistory} />
              </VirtualRow>
            )
          );
        })}
      </VirtualTable>
    </div>
  );
});

function sortArrow(column: SortableColumn, sort: Sort | null) {
  const direction = directionOf(column, sort);
  return direction && <span aria-hidden="true">{direction === "ascending" ? " ↑" : " ↓"}</span>;
}

/** A checkbox that selects all listed fridges or none. */
function SelectAll({ rows, selection }: { readonly rows: readonly Row[]; readonly selection: Selection }) {
  const selectedCount = rows.reduce((sum, { id }) => sum + Number(selection.ids.has(id)), 0);
  const allSelected = rows.length > 0 && selectedCount === rows.length;
  return (
    <div role="columnheader" data-column="select">
      <input
        type="checkbox"
        aria-label={`Select all ${rows.length} listed fridges`}
        checked={allSelected}
        ref={(box) => {
          if (box) box.indeterminate = selectedCount > 0 && !allSelected;
        }}
        onChange={() =>
          selection.onSelect(
            rows.map(({ id }) => id),
            !allSelected,
          )
        }
      />
    </div>
  );
}

interface CellsProps extends Pick<Props, "selection" | "onHistory"> {
  readonly row: Row;
}

function Cells({ row, selection, onHistory }: CellsProps) {
  const { id, fridgeName, status, versions, pilots } = row;
  return (
    <>
      {selection && (
        <div role="cell" data-column="select">
          <input
            type="checkbox"
            aria-label={`Select ${id}`}
            checked={selection.ids.has(id)}
            onChange={(event) => selection.onSelect([id], event.target.checked)}
          />
        </div>
      )}
      <div role="cell" data-column="pilots">
        {pilots.map((pilot) => (
          <PilotIcon key={pilot.id} pilot={pilot} />
        ))}
      </div>
      <div role="rowheader" data-column="id">
        <span className="software-name">
          <Link to={paths.location(id)}>{id}</Link>
          {status !== "LIVE" && <span className={`tag software-${status.toLowerCase()}`}>{status}</span>}
          <button type="button" className="software-history" onClick={() => onHistory(id)}>
            History<span className="visually-hidden"> of {id}</span>
          </button>
        </span>
        <span className="software-location-name">{fridgeName}</span>
      </div>
      {SOFTWARE.map(({ type, label }) => (
        <div role="cell" key={type} data-column={type} data-label={label}>
          {versions[type] ?? <span className="software-none">{NO_VERSION}</span>}
        </div>
      ))}
    </>
  );
}
