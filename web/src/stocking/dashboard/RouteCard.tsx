import { memo } from "react";
import { formatCount } from "../../lib/formats";
import { DataTable, type Columns } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { ProgressBar } from "./ProgressBar";
import styles from "./routeCard.module.css";
import type { RouteCardData, StopRow } from "./rows";

interface Props {
  readonly card: RouteCardData;
  readonly columns: Columns<StopRow>;
  readonly collapsed: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** The stops of a route with its progress (STK-2). */
export const RouteCard = memo(function RouteCard({ card, columns, collapsed, sort, onSort }: Props) {
  const { route, region, rows, counts } = card;
  return (
    <section className={styles.card} aria-label={`Route ${route}`}>
      <header className={styles.header}>
        <h2>{route}</h2>
        <Muted>{region}</Muted>
        <ProgressBar counts={counts} />
        <span>
          {counts.done} of {formatCount(counts.stops, "stop")} done
        </span>
        {counts.late > 0 && <Tag tone="warning">{counts.late} late</Tag>}
        {rows.length < counts.stops && <Muted>{formatCount(rows.length, "stop")} shown</Muted>}
      </header>
      {!collapsed && (
        <DataTable
          name="stocking-stops"
          label={`Stops of ${route}`}
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          sort={sort}
          onSort={onSort}
          rowClass={({ late }) => (late ? styles.late : undefined)}
          live
          plain
        />
      )}
    </section>
  );
});
