import { Fragment, memo, type ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { formatCount, formatDay } from "../../lib/formats";
import { directionOf, SortableHeader } from "../../ui/VirtualTable";
import { ProgressBar } from "./ProgressBar";
import { stageOf, statusLabel, type RouteCardData, type StopRow } from "./rows";
import { formatStopTime } from "./times";
import type { Column, Sort } from "./view";

interface CellProps {
  readonly row: StopRow;
  readonly day: string;
}

interface CardColumn {
  readonly id: Column;
  readonly header: string;
  readonly cell: (props: CellProps) => ReactNode;
}

const NO_VALUE = <span className="stocking-none">—</span>;

const COLUMNS: readonly CardColumn[] = [
  { id: "stop", header: "Stop", cell: ({ row }) => row.stop },
  {
    id: "location",
    header: "Location",
    cell: ({ row }) => <Link to={paths.location(row.location)}>{row.location}</Link>,
  },
  {
    id: "scannedAt",
    header: "Scanned At (CT)",
    cell: ({ row, day }) => formatStopTime(row.scannedAt, day) ?? NO_VALUE,
  },
  {
    id: "stockedAt",
    header: "Stocked At (CT)",
    cell: ({ row, day }) => formatStopTime(row.stockedAt, day) ?? NO_VALUE,
  },
  { id: "accountTier", header: "Account Tier", cell: ({ row }) => row.accountTier ?? NO_VALUE },
  {
    id: "onlineDate",
    header: "First Stocking Date",
    cell: ({ row }) => (row.onlineDate ? formatDay(row.onlineDate) : NO_VALUE),
  },
  {
    id: "safetyHold",
    header: "Safety Hold",
    cell: ({ row }) => (row.safetyHold === "Yes" ? <strong>Yes</strong> : (row.safetyHold ?? NO_VALUE)),
  },
  {
    id: "vendingState",
    header: "Vending State Status",
    cell: ({ row }) => (row.vendingState === null ? NO_VALUE : <BreakableName name={row.vendingState} />),
  },
  {
    id: "status",
    header: "Status",
    cell: ({ row }) => (
      <>
        <span className={`tag stocking-${stageOf(row.status)}`}>{statusLabel(row)}</span>
        {row.late && <span className="tag stocking-late">Late</span>}
      </>
    ),
  },
  { id: "driver", header: "Driver", cell: ({ row }) => row.driver ?? NO_VALUE },
];

/** A name such as PRODUCT_UNDER_ELEVATOR, with possible line breaks after the underscores. */
function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

interface Props {
  readonly card: RouteCardData;
  readonly day: string;
  readonly collapsed: boolean;
  readonly sort: Sort | null;
  readonly onSort: (column: Column) => void;
}

/** The stops of a route with its progress (STK-2). */
export const RouteCard = memo(function RouteCard({ card, day, collapsed, sort, onSort }: Props) {
  const { route, region, rows, counts } = card;
  return (
    <section className="stocking-card" aria-label={`Route ${route}`}>
      <header className="stocking-card-header">
        <h2>{route}</h2>
        <span className="muted">{region}</span>
        <ProgressBar counts={counts} />
        <span>
          {counts.done} of {formatCount(counts.stops, "stop")} done
        </span>
        {counts.late > 0 && <span className="tag stocking-late">{counts.late} late</span>}
        {rows.length < counts.stops && <span className="muted">{formatCount(rows.length, "stop")} shown</span>}
      </header>
      {!collapsed && (
        <div role="table" aria-label={`Stops of ${route}`} className="stocking-table">
          <div role="row" className="stocking-row stocking-head">
            {COLUMNS.map(({ id, header }) => (
              <SortableHeader key={id} column={id} sorted={directionOf(id, sort)} onSort={() => onSort(id)}>
                {header}
              </SortableHeader>
            ))}
          </div>
          {rows.map((row) => (
            <div role="row" key={row.key} className={row.late ? "stocking-row stocking-row-late" : "stocking-row"}>
              {COLUMNS.map(({ id, header, cell }) => (
                <div role="cell" key={id} data-column={id} data-header={header}>
                  {cell({ row, day })}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </section>
  );
});
