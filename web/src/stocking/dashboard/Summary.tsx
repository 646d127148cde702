import { Button } from "../../ui/Button";
import { plural } from "../../ui/plural";
import "../../ui/liveAge.css";
import { STATUS_LABELS } from "../rules/labels";
import { STOP_STATUSES } from "../rules/stopStatus";
import { ProgressBar } from "./ProgressBar";
import { sumOf, type RouteCardData } from "./rows";
import { asOfText } from "./times";
import type { Only } from "./view";

interface Props {
  readonly cards: readonly RouteCardData[];
  /** When what is shown was so; nothing while it is not known. */
  readonly asOf: number | undefined;
  /** Whether what drivers do comes by itself. */
  readonly live: boolean;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly only: Only | undefined;
  readonly onOnly: (only: Only | undefined) => void;
}

/** All that is shown in one look (spec of fleet operations, 2.4). */
export function Summary({ cards, asOf, live, refreshing, onRefresh, only, onOnly }: Props) {
  const counts = sumOf(cards);
  const rows = cards.flatMap((card) => card.rows);
  const byStatus = STOP_STATUSES.map((status) => [status, rows.filter((row) => row.status === status).length] as const);
  const chips: readonly (readonly [Only, string, number])[] = [
    ...byStatus.map(([status, count]) => [status, STATUS_LABELS[status], count] as const),
    ["LATE", "Late", counts.late],
  ];
  return (
    <section className="stocking-summary" aria-label="Summary">
      <div className="stocking-summary-line">
        <h2>Summary</h2>
        <span>
          {plural(cards.length, "route")}, {plural(counts.stops, "stop")}
        </span>
        <span className="stocking-as-of">
          <span className="live-age">
            <span className={live ? "live-mark live-mark-on" : "live-mark"} aria-hidden="true" />
            <strong>{live ? "Live" : "Not live"}</strong>
          </span>
          {asOf !== undefined && <span>As of {asOfText(asOf)}</span>}
          <Button look="quiet" aria-label="Refresh" onClick={onRefresh} busy={refreshing} busyText="Refreshing…">
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path
                d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.5v3h-3"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
              />
            </svg>
          </Button>
        </span>
      </div>
      <ProgressBar counts={counts} />
      <ul className="stocking-chips" aria-label="Stops by status">
        {chips
          .filter(([status, , count]) => count > 0 || status === only)
          .map(([status, label, count]) => (
            <li key={status}>
              <button
                type="button"
                className="stocking-chip"
                aria-pressed={status === only}
                onClick={() => onOnly(status === only ? undefined : status)}
              >
                {label} <strong>{count.toLocaleString("en-US")}</strong>
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
