import type { ReactNode } from "react";
import { Button } from "../ui/Button";
import { ExportButton } from "../ui/ExportButton";
import { plural } from "../ui/plural";
import type { WholeReport } from "./useWholeReport";
import "./reportBar.css";

interface Props {
  /** What is narrowed by: a search field, filters. */
  readonly children: ReactNode;
  readonly report: Pick<
    WholeReport<unknown>,
    "rows" | "error" | "pending" | "reading" | "stopped" | "progress" | "stop" | "resume" | "restart"
  >;
  /** Rows that the filters leave. */
  readonly shown: number;
  /** What a row is: "stock-out". */
  readonly what: string;
  readonly onExport: () => void;
}

/** What stands above a report's rows: filters, how many, how far it was read, and what can be done with it. */
export function ReportBar({ children, report, shown, what, onExport }: Props) {
  const { rows, error, pending, reading, stopped, progress, stop, resume, restart } = report;
  const percent = Math.floor(progress * 100);
  const some = shown < rows.length ? ` of ${rows.length.toLocaleString("en-US")}` : "";
  return (
    <div className="report-bar">
      <search className="report-filters" aria-label={`Filter ${what}s`}>
        {children}
      </search>
      <div className="report-line">
        {!pending && (rows.length > 0 || !error) && (
          <span role="status" className="report-count">
            {plural(shown, what)}
            {some}
            {stopped && `, stopped at ${percent} %`}
          </span>
        )}
        <span className="muted">All times are Central</span>
        {reading && (
          <>
            <progress max={100} value={percent} aria-label={`Reading ${what}s`} />
            <span className="muted">{percent} %</span>
          </>
        )}
        <div className="report-actions">
          {reading && <Button onClick={stop}>Stop</Button>}
          {stopped && <Button onClick={resume}>Go on</Button>}
          <Button onClick={restart} busy={pending} busyText="Loading…">
            Refresh
          </Button>
          {/* A report that failed is not complete: what is exported would look as if it were. */}
          {!error && <ExportButton count={shown} onExport={onExport} />}
        </div>
      </div>
    </div>
  );
}
