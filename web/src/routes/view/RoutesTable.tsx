import { memo, useCallback, useMemo, type CSSProperties } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatCount, formatDay } from "../../lib/formats";
import { directionOf, VirtualRow, VirtualTable, SortableHeader } from "../../ui/VirtualTable";
import { useVisibleRows } from "../../ui/useVisibleRows";
import type { RouteStop } from "../locationRoutes";
import {
  isRemoval,
  isSortable,
  routeTotesText,
  toRows,
  stopTotesText,
  type RouteGroup,
  type Row,
  type Sort,
  type SortableColumn,
} from "./groups";
import { toPastel } from "./pastel";

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
  header: { line: 40, card: 40 },
  stop: { line: 36, card: 54 },
  summary: { line: 40, card: 54 },
} as const;

/** The stops of a day, grouped by route (docs/requirements/routes.md, RTE-3). Only visible rows are rendered. */
export const RoutesTable = memo(function RoutesTable({ groups, sort, onSort }: Props) {
  const rows = useMemo(() => toRows(groups), [groups]);
  const keyOf = useCallback((index: number) => rows[index]?.key ?? String(index), [rows]);
  const heightOf = useCallback((index: number) => HEIGHTS[rows[index]?.kind ?? "stop"], [rows]);
  const { rows: visibleRows, measureRow, bodyProps } = useVisibleRows(rows.length, keyOf, heightOf);

  return (
    <VirtualTable
      label="Routes"
      className="routes-table"
      count={rows.length}
      bodyProps={bodyProps}
      header={COLUMNS.map(({ id, header }) =>
        isSortable(id) ? (
          <SortableHeader key={id} column={id} sorted={directionOf(id, sort)} onSort={() => onSort(id)}>
            {header}
          </SortableHeader>
        ) : (
          <div role="columnheader" key={id} data-column={id}>
            {header}
          </div>
        ),
      )}
    >
      {visibleRows.map((visibleRow) => {
        const row = rows[visibleRow.index];
        if (!row) return null;
        const removal = row.kind === "stop" && isRemoval(row.stop);
        return (
          <VirtualRow
            key={row.key}
            visibleRow={visibleRow}
            measureRow={measureRow}
            className={removal ? "routes-stop routes-removal" : `routes-${row.kind}`}
            style={routeColors(row)}
          >
            <Cells row={row} />
          </VirtualRow>
        );
      })}
    </VirtualTable>
  );
});

function routeColors({ group }: Row): CSSProperties {
  const { light, dark } = toPastel(group.route);
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
      <span>{formatCount(stopCount, "stop")}</span>
      <span>{routeTotesText(totes)}</span>
      {stops.length < stopCount && <span>{formatCount(stops.length, "stop")} shown</span>}
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
        <Link to={paths.location(stop.id)}>{stop.id}</Link>
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
