import { memo, useCallback, useMemo, type CSSProperties } from "react";
import { Link } from "react-router";
import { formatDay } from "../../ui/day";
import { useRowsInSight } from "../../ui/useRowsInSight";
import type { RouteStop } from "../locationRoutes";
import {
  isRemoval,
  isSortable,
  plural,
  routeTotesText,
  rowsOf,
  stopTotesText,
  type RouteGroup,
  type Row,
  type Sort,
  type SortableColumn,
} from "./groups";
import { pastelOf } from "./pastel";

interface Props {
  readonly groups: readonly RouteGroup[];
  readonly sort: Sort | null;
  readonly onSort: (column: SortableColumn) => void;
}

const COLUMNS = [
  { id: "date", header: "Date" },
  { id: "region", header: "Region" },
  { id: "stop", header: "Stop" },
  { id: "location", header: "Location" },
  { id: "toteCount", header: "Tote Count" },
  { id: "stopType", header: "Stop Type" },
] as const;

const HEIGHTS = {
  header: { line: 41, card: 41 },
  stop: { line: 37, card: 57 },
  summary: { line: 41, card: 41 },
} as const;

/** The stops of a day, grouped by route (spec of locations, section 2.7). Only what is in sight is drawn. */
export const RoutesTable = memo(function RoutesTable({ groups, sort, onSort }: Props) {
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const keyOf = useCallback((index: number) => rows[index]?.key ?? String(index), [rows]);
  const heightOf = useCallback((index: number) => HEIGHTS[rows[index]?.kind ?? "stop"], [rows]);
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(rows.length, keyOf, heightOf);

  return (
    <div role="table" aria-label="Routes" aria-rowcount={rows.length + 1} className="routes-table">
      <div role="rowgroup" className="routes-head">
        <div role="row" aria-rowindex={1} className="routes-row">
          {COLUMNS.map(({ id, header }) => (
            <div
              role="columnheader"
              key={id}
              data-column={id}
              aria-sort={sort?.column === id ? (sort.descending ? "descending" : "ascending") : undefined}
            >
              {isSortable(id) ? (
                <button type="button" onClick={() => onSort(id)}>
                  {header}
                  {sort?.column === id && <span aria-hidden="true">{sort.descending ? " ↓" : " ↑"}</span>}
                </button>
              ) : (
                header
              )}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="routes-body" {...bodyProps}>
        {inSight.map(({ index, offset }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              role="row"
              aria-rowindex={index + 2}
              key={row.key}
              ref={measureRow}
              data-index={index}
              className={`routes-row routes-${row.kind}`}
              data-removal={row.kind === "stop" && isRemoval(row.stop) ? "" : undefined}
              style={{ transform: `translateY(${offset}px)`, ...colourOf(row) }}
            >
              <Cells row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
});

function colourOf({ group }: Row): CSSProperties {
  const { light, dark } = pastelOf(group.route);
  return { "--route-light": light, "--route-dark": dark } as CSSProperties;
}

function Cells({ row }: { readonly row: Row }) {
  if (row.kind === "stop") return <StopCells stop={row.stop} />;
  const { route, stopCount, totes, stops } = row.group;
  if (row.kind === "header") {
    return (
      <div role="cell" aria-colspan={COLUMNS.length}>
        ROUTE: {route}
      </div>
    );
  }
  return (
    <div role="cell" aria-colspan={COLUMNS.length}>
      <span>SUMMARY</span>
      <span>{plural(stopCount, "stop")}</span>
      <span>{routeTotesText(totes)}</span>
      {stops.length < stopCount && <span>{plural(stops.length, "stop")} shown</span>}
    </div>
  );
}

function StopCells({ stop }: { readonly stop: RouteStop }) {
  const totes = stopTotesText(stop);
  return (
    <>
      <div role="cell" data-column="date">
        {formatDay(stop.stockingDate)}
      </div>
      <div role="cell" data-column="region">
        {stop.market}
      </div>
      <div role="cell" data-column="stop">
        {stop.stop}
      </div>
      <div role="cell" data-column="location">
        <Link to={`/locations/detail/${encodeURIComponent(stop.id)}`}>{stop.id}</Link>
      </div>
      <div role="cell" data-column="toteCount" data-unknown={stop.toteCountPerStop === null ? "" : undefined}>
        {totes}
      </div>
      <div role="cell" data-column="stopType">
        {isRemoval(stop) ? <strong>{stop.stopType}</strong> : stop.stopType}
      </div>
    </>
  );
}
