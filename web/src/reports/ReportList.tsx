import type { ReactNode } from "react";
import type { Action } from "../api/actions";
import { ApiError, messageOf } from "../api/errors";
import { formatCount, formatNumber, formatPercent } from "../lib/formats";
import { omitParams, type UrlState } from "../lib/useUrlState";
import { Button } from "../ui/Button";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { DataTable, type Columns, type TableViews } from "../ui/table";
import { Muted } from "../ui/text";
import { Toolbar, ToolbarActions } from "../ui/Toolbar";
import styles from "./report.module.css";
import { ReportRows } from "./ReportRows";
import { LOAD_FAILURE } from "./reports";
import type { FullReport } from "./useFullReport";

interface Props<Row> {
  /** Identifies the table in the stored preferences, and starts the name of the exported file. */
  readonly name: string;
  readonly report: FullReport<Row>;
  /** The rows that the filters keep. */
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  readonly rowId: (row: Row) => string;
  /** Whether a row contains the searched text. */
  readonly matches: (row: Row, query: string) => boolean;
  /** Whether a row is highlighted. A text in the row states the reason. */
  readonly hasAlarm?: (row: Row) => boolean;
  readonly address: UrlState;
  readonly views: TableViews;
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  /** The permission that the report needs, if any. */
  readonly permission?: Action;
  /** The day or the time range, for the name of the exported file. */
  readonly period: string;
  /** Shown if the report has no rows. */
  readonly emptyText: string;
  readonly searchLabel: string;
  readonly filters?: ReactNode;
  /** The URL parameters of the filters. */
  readonly filterParams?: readonly string[];
  /** The comparison with earlier days. */
  readonly headline: ReactNode;
  /** Charts of the listed rows. */
  readonly charts?: (listed: readonly Row[]) => ReactNode;
}

/** The progress of a report that loads, and its rows with search, filters, charts and CSV export. */
export function ReportList<Row extends object>(props: Props<Row>) {
  const { name, report, rows, rowName, address: urlState, filterParams = [] } = props;
  const { address, change, set, flush } = urlState;
  const { error, pending, stopped, progress, complete, rows: all } = report;
  const noMatches = (
    <>
      <p>No {rowName}s match the filters</p>
      <Button onClick={() => change((now) => omitParams(now, ["find", ...filterParams]))}>Clear filters</Button>
    </>
  );
  return (
    <QueryView
      query={{
        data: pending || (error && all.length === 0) ? undefined : rows,
        error,
        isFetching: false,
        dataUpdatedAt: 0,
        refetch: report.resume,
      }}
      label={`${rowName}s`}
      error={getFailureMessage}
      forbidden={{ activity: `view ${rowName}s`, permission: props.permission }}
      skeleton={<Skeleton label={`${rowName}s`} rows={12} />}
      toolbar={<Progress report={report} rowName={rowName} />}
    >
      {(listable) => (
        <>
          {props.headline}
          <ReportRows>
            <DataTable
              name={`report-${name}`}
              label={`${rowName.charAt(0).toUpperCase()}${rowName.slice(1)}s`}
              columns={props.columns}
              rows={listable}
              rowId={props.rowId}
              total={all.length}
              search={{
                label: props.searchLabel,
                landmark: `Filter ${rowName}s`,
                value: address.get("find") ?? "",
                onChange: (text) => set("find", text),
                onBlur: flush,
              }}
              matches={props.matches}
              filters={props.filters}
              sort={address.get("sort") ?? ""}
              onSort={(sort) => set("sort", sort)}
              views={props.views}
              count={(listed, total) =>
                [
                  formatCount(listed.length, rowName),
                  listed.length < total && ` of ${formatNumber(total)}`,
                  stopped && `, stopped at ${toPercent(progress)}`,
                ]
                  .filter(Boolean)
                  .join("")
              }
              // A failed report is incomplete, but its export would look complete.
              {...(error ? {} : { csvName: `${name}-${props.period}.csv` })}
              empty={all.length > 0 ? noMatches : complete ? props.emptyText : undefined}
              noMatches={noMatches}
              rowClass={(row) => (props.hasAlarm?.(row) ? styles.alarm : undefined)}
              {...(props.charts ? { charts: props.charts } : {})}
            />
          </ReportRows>
        </>
      )}
    </QueryView>
  );
}

interface ProgressProps {
  readonly report: FullReport<unknown>;
  readonly rowName: string;
}

/** The loaded part of a report, and the buttons that stop, continue and repeat the loading. */
function Progress({ report: { pending, reading, stopped, progress, stop, resume, restart }, rowName }: ProgressProps) {
  return (
    <Toolbar align="center">
      <Muted>All times are Central</Muted>
      {reading && (
        <>
          <progress
            className={styles.progress}
            max={100}
            value={Math.floor(progress * 100)}
            aria-label={`Loading ${rowName}s`}
          />
          <Muted>{toPercent(progress)}</Muted>
        </>
      )}
      <ToolbarActions>
        {reading && <Button onClick={stop}>Stop</Button>}
        {stopped && <Button onClick={resume}>Resume</Button>}
        <Button onClick={restart} busy={pending} busyText="Loading…">
          Refresh
        </Button>
      </ToolbarActions>
    </Toolbar>
  );
}

const toPercent = (share: number) => formatPercent(Math.floor(share * 100));

/** Returns the server's message for invalid input, or the general failure message. */
export function getFailureMessage(error: unknown): string {
  return error instanceof ApiError && error.kind === "invalid" ? messageOf(error, LOAD_FAILURE) : LOAD_FAILURE;
}
