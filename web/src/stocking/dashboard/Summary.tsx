import type { ReactNode } from "react";
import { formatCount, formatNumber, formatTime } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { LiveStatus } from "../../ui/LiveAge";
import { Panel } from "../../ui/Panel";
import { STATUS_LABELS } from "../rules/labels";
import { STOP_STATUSES } from "../rules/stopStatus";
import { ProgressBar } from "./ProgressBar";
import { totalCounts, type RouteCardData } from "./rows";
import styles from "./summary.module.css";
import type { StatusFilter } from "./view";

interface Props {
  readonly cards: readonly RouteCardData[];
  /** When the shown data was read, in milliseconds; undefined while loading. */
  readonly asOf: number | undefined;
  /** Whether the live connection is up. */
  readonly live: boolean;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly statusFilter: StatusFilter | undefined;
  readonly onStatusFilter: (status: StatusFilter | undefined) => void;
  /** Content below the progress bar. */
  readonly children: ReactNode;
}

/** The totals of all shown routes, with a filter by status (STK-2). */
export function Summary({ cards, asOf, live, refreshing, onRefresh, statusFilter, onStatusFilter, children }: Props) {
  const counts = totalCounts(cards);
  const rows = cards.flatMap((card) => card.rows);
  const byStatus = STOP_STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length] as const);
  const chips: readonly (readonly [StatusFilter, string, number])[] = [
    ...byStatus.map(([status, count]) => [status, STATUS_LABELS[status], count] as const),
    ["LATE", "Late", counts.late],
  ];
  return (
    <Panel
      title="Summary"
      aside={
        <>
          <span className={styles.counts}>
            {formatCount(cards.length, "route")}, {formatCount(counts.stops, "stop")}
          </span>
          <LiveStatus connected={live}>
            {asOf !== undefined && <span>As of {formatTime(asOf)}</span>}
            <Button
              variant="link"
              aria-label="Refresh"
              onClick={onRefresh}
              busy={refreshing}
              busyText="Refreshing…"
              keepsWidth
            >
              <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path
                  d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.5v3h-3"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                />
              </svg>
            </Button>
          </LiveStatus>
        </>
      }
    >
      <ProgressBar counts={counts} />
      {children}
      <ul className={styles.chips} aria-label="Stops by status">
        {chips
          .filter(([status, , count]) => count > 0 || status === statusFilter)
          .map(([status, label, count]) => (
            <li key={status}>
              <button
                type="button"
                className={styles.chip}
                aria-pressed={status === statusFilter}
                onClick={() => onStatusFilter(status === statusFilter ? undefined : status)}
              >
                {label} <strong>{formatNumber(count)}</strong>
              </button>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
