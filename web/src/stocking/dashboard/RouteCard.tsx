import { memo } from "react";
import { RouteNotes } from "../../activity/RouteNotes";
import { formatCount } from "../../lib/formats";
import { DataTable, type Columns } from "../../ui/table";
import { Tag } from "../../ui/Tag";
import { Muted } from "../../ui/text";
import { DelayTag } from "./DelayTag";
import { ProgressBar } from "./ProgressBar";
import styles from "./routeCard.module.css";
import { driverText, expectedText, stopName } from "./routeTexts";
import type { RouteCardData, StopRow } from "./rows";

interface Props {
  readonly card: RouteCardData;
  /** The minutes behind; null if they are unknown. */
  readonly behind: number | null;
  readonly day: string;
  readonly columns: Columns<StopRow>;
  readonly collapsed: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** The stops of a route with its progress (STK-2). */
export const RouteCard = memo(function RouteCard({ card, behind, day, columns, collapsed, sort, onSort }: Props) {
  const { route, region, rows, counts, next } = card;
  return (
    <section className={styles.card} aria-label={`Route ${route}`}>
      <header className={styles.header}>
        <h2>{route}</h2>
        <Muted>{region}</Muted>
        <ProgressBar counts={counts} />
        <span>
          {counts.done} of {formatCount(counts.stops, "stop")} done
        </span>
        <DelayTag minutes={behind} />
        {counts.late > 0 && <Tag tone="warning">{counts.late} late</Tag>}
        <RouteNotes route={route} />
        {rows.length < counts.stops && <Muted>{formatCount(rows.length, "stop")} shown</Muted>}
        <p className={styles.details}>
          {next && (
            <span>
              Next: <strong>{stopName(next)}</strong>, {expectedText(next, day)}
            </span>
          )}
          <span>{driverText(card)}</span>
        </p>
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
