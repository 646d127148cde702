import type { ReactNode } from "react";
import { formatCount, formatNumber, formatPercent } from "../lib/formats";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import type { FullReport } from "./useFullReport";
import "./reportBar.css";

interface Props {
  /** The search field and filters. */
  readonly children: ReactNode;
  readonly report: Pick<
    FullReport<unknown>,
    "rows" | "error" | "pending" | "reading" | "stopped" | "progress" | "stop" | "resume" | "restart"
  >;
  /** The number of rows that match the filters. */
  readonly shown: number;
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  readonly onExport: () => void;
}

/** The toolbar above a report: filters, row count, loading progress and buttons. */
export function ReportBar({ children, report, shown, rowName, onExport }: Props) {
  const { rows, error, pending, reading, stopped, progress, stop, resume, restart } = report;
  const percent = Math.floor(progress * 100);
  const ofTotal = shown < rows.length ? ` of ${formatNumber(rows.length)}` : "";
  return (
    <div className="report-bar">
      <search className="report-filters" aria-label={`Filter ${rowName}s`}>
        {children}
      </search>
      <div className="report-line">
        {!pending && (rows.length > 0 || !error) && (
          <span role="status" className="report-count">
            {formatCount(shown, rowName)}
            {ofTotal}
            {stopped && `, stopped at ${formatPercent(percent)}`}
          </span>
        )}
        <span className="muted">All times are Central</span>
        {reading && (
          <>
            <progress max={100} value={percent} aria-label={`Loading ${rowName}s`} />
            <span className="muted">{formatPercent(percent)}</span>
          </>
        )}
        <div className="report-actions">
          {reading && <Button onClick={stop}>Stop</Button>}
          {stopped && <Button onClick={resume}>Resume</Button>}
          <Button onClick={restart} busy={pending} busyText="Loading…">
            Refresh
          </Button>
          {/* A failed report is incomplete, but its export would look complete. */}
          {!error && <ExportButton count={shown} onExport={onExport} />}
        </div>
      </div>
    </div>
  );
}
