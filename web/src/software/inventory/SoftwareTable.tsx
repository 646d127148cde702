import { memo, useCallback } from "react";
import { Link } from "react-router";
import { screenOf } from "../../locations/fleetList";
import { directionOf, LongRow, LongTable, SortableHeader } from "../../ui/LongTable";
import { useRowsInBox } from "../../ui/useRowsInBox";
import { SOFTWARE } from "../artifacts";
import { PilotIcon, SeveralPilots } from "./PilotIcon";
import { NO_VERSION, type Row, type Sort, type SortableColumn } from "./rows";

/** Given by the spec of fleet operations, 2.1. */
const BOX_HEIGHT = 600;
const ROW_HEIGHT = { line: 67, card: 160 };

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], selected: boolean) => void;
}

interface Props {
  readonly rows: readonly Row[];
  /** Fridges with more than one pilot, whatever is filtered. */
  readonly severalPilots: readonly string[];
  readonly sort: Sort | null;
  readonly onSort: (column: SortableColumn) => void;
  /** Only while a deployment is being put together. */
  readonly selection: Selection | null;
  readonly onHistory: (id: string) => void;
}

/** The fridges with the version of each software; only those in sight are drawn. */
export const SoftwareTable = memo(function SoftwareTable(props: Props) {
  const { rows, severalPilots, sort, onSort, selection, onHistory } = props;
  const keyOf = useCallback((index: number) => rows[index]?.id ?? String(index), [rows]);
  const {
    rows: inSight,
    measureRow,
    bodyProps,
    boxProps,
    scrollToTop,
  } = useRowsInBox(rows.length, keyOf, ROW_HEIGHT, BOX_HEIGHT);
  const press = (column: SortableColumn) => {
    scrollToTop();
    onSort(column);
  };

  const header = (
    <>
      {selection && <SelectAll rows={rows} selection={selection} />}
      <div role="columnheader" data-column="pilots" aria-sort={directionOf("pilots", sort)}>
        <button type="button" onClick={() => press("pilots")}>
          Pilots
          {arrowOf("pilots", sort)}
        </button>
        {severalPilots.length > 0 && <SeveralPilots ids={severalPilots} />}
      </div>
      <SortableHeader column="id" sorted={directionOf("id", sort)} onSort={() => press("id")}>
        Fridge Name
      </SortableHeader>
      {SOFTWARE.map(({ type, label }) => (
        <SortableHeader key={type} column={type} sorted={directionOf(type, sort)} onSort={() => press(type)}>
          {label}
        </SortableHeader>
      ))}
    </>
  );
  return (
    <div className="software-box" {...boxProps}>
      <LongTable
        label="Fridges"
        className={selection ? "software-table software-selecting" : "software-table"}
        count={rows.length}
        bodyProps={bodyProps}
        header={header}
      >
        {inSight.map((place) => {
          const row = rows[place.index];
          return (
            row && (
              <LongRow
                key={row.id}
                inSight={place}
                measureRow={measureRow}
                className={selection?.ids.has(row.id) ? "software-selected" : undefined}
              >
                <Cells row={row} selection={selection} onHistory={onHistory} />
              </LongRow>
            )
          );
        })}
      </LongTable>
    </div>
  );
});

function arrowOf(column: SortableColumn, sort: Sort | null) {
  const direction = directionOf(column, sort);
  return direction && <span aria-hidden="true">{direction === "ascending" ? " ↑" : " ↓"}</span>;
}

/** Ticks all that are listed, or none of them. */
function SelectAll({ rows, selection }: { readonly rows: readonly Row[]; readonly selection: Selection }) {
  const chosen = rows.reduce((sum, { id }) => sum + Number(selection.ids.has(id)), 0);
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <div role="columnheader" data-column="select">
      <input
        type="checkbox"
        aria-label={`Select all ${rows.length} listed fridges`}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all;
        }}
        onChange={() =>
          selection.onSelect(
            rows.map(({ id }) => id),
            !all,
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
          <Link to={screenOf("detail", id)}>{id}</Link>
          {status !== "LIVE" && <span className={`tag software-${status.toLowerCase()}`}>{status}</span>}
          <button type="button" className="software-history" onClick={() => onHistory(id)}>
            History<span className="visually-hidden"> of {id}</span>
          </button>
        </span>
        <span className="software-pretty">{fridgeName}</span>
      </div>
      {SOFTWARE.map(({ type, label }) => (
        <div role="cell" key={type} data-column={type} data-label={label}>
          {versions[type] ?? <span className="software-none">{NO_VERSION}</span>}
        </div>
      ))}
    </>
  );
}
