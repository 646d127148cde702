import { memo, useCallback, useMemo, type CSSProperties } from "react";
import { Link } from "react-router";
import { formatDay } from "../../ui/day";
import { directionOf, LongRow, LongTable, SortableHeader } from "../../ui/LongTable";
import { plural } from "../../ui/plural";
import { useRowsInSight } from "../../ui/useRowsInSight";
import type { RouteStop } from "../locationRoutes";
import {
  isRemoval,
  isSortable,
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
  header: { line: 40, card: 40 },
  stop: { line: 36, card: 54 },
  summary: { line: 40, card: 54 },
} as const;

/** The stops of a day, grouped by route (spec of locations, section 2.7). Only what is in sight is drawn. */
export const RoutesTable = memo(function RoutesTable({ groups, sort, onSort }: Props) {
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const keyOf = useCallback((index: number) => rows[index]?.key ?? String(index), [rows]);
  const heightOf = useCallback((index: number) => HEIGHTS[rows[index]?.kind ?? "stop"], [rows]);
  const { rows: inSight, measureRow, bodyProps } = useRowsInSight(rows.length, keyOf, heightOf);

  return (
    <LongTable
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
      {inSight.map((place) => {
        const row = rows[place.index];
        if (!row) return null;
        const removal = row.kind === "stop" && isRemoval(row.stop);
        return (
          <LongRow
            key={row.key}
            inSight={place}
            measureRow={measureRow}
            className={removal ? "routes-stop routes-removal" : `routes-${row.kind}`}
            style={colourOf(row)}
          >
            <Cells row={row} />
          </LongRow>
        );
      })}
    </LongTable>
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
