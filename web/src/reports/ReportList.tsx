/** The table of a report, with sort order in the URL, filters and CSV export. */
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { ApiError, isForbidden, messageOf } from "../api/errors";
import { downloadCsv, toCsv } from "../ui/csv";
import { ListTable } from "../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort, type ListColumn } from "../ui/listTable";
import { Button } from "../ui/Button";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import type { UrlState } from "../ui/useUrlState";
import { ReportBar } from "./ReportBar";
import { LOAD_FAILURE } from "./reports";
import type { FullReport } from "./useFullReport";

interface Props<Row> {
  readonly report: FullReport<Row>;
  /** The rows that match the filters. */
  readonly matches: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string;
  readonly address: UrlState;
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
  readonly className: string;
  /** Without the extension. */
  readonly fileName: string;
  /** Shown if the report has no rows. */
  readonly emptyText: string;
  readonly filters: ReactNode;
  /** Clears all filters. */
  readonly onClear: () => void;
  /** Charts of the rows that match the filters. */
  readonly children?: ReactNode;
}

export function ReportList<Row>(props: Props<Row>) {
  const { report, matches, columns, address, rowName, fileName, emptyText, filters, onClear, children } = props;
  const sort = parseSort(address.address.get("sort"), columns);
  const sortColumn = useDeferredValue(sort?.column ?? "");
  const descending = useDeferredValue(sort?.descending ?? false);
  const shown = useMemo(
    () => sortRows(matches, columns, sortColumn ? { column: sortColumn, descending } : null),
    [matches, columns, sortColumn, descending],
  );
  const { error, rows, pending } = report;

  if (isForbidden(error)) return <Forbidden action={`view ${rowName}s`} error={error} />;
  const done = !pending && !report.reading && !report.stopped && !error;
  return (
    <>
      <ReportBar
        report={report}
        shown={shown.length}
        rowName={rowName}
        onExport={() => downloadCsv(`${fileName}.csv`, toCsv(exportableColumns(columns), shown))}
      >
        {filters}
      </ReportBar>
      {error && <Failure message={getFailureMessage(error)} onRetry={report.resume} />}
      {pending && <Loading label={`${rowName}s`} />}
      {done && rows.length === 0 && <Empty>{emptyText}</Empty>}
      {rows.length > 0 && shown.length === 0 && (
        <Empty>
          <p>No {rowName}s match the filters</p>
          <Button onClick={onClear}>Clear filters</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <>
          {children}
          <ListTable
            label={`${rowName.charAt(0).toUpperCase()}${rowName.slice(1)}s`}
            className={props.className}
            columns={columns}
            rows={shown}
            keyOf={props.keyOf}
            sort={sort}
            onSort={(column) => address.set("sort", toggleSort(column, sort))}
            {...(props.classOf ? { classOf: props.classOf } : {})}
          />
        </>
      )}
    </>
  );
}

/** Returns the server's message for invalid input, or the general failure message. */
export function getFailureMessage(error: Error): string {
  return error instanceof ApiError && error.kind === "invalid" ? messageOf(error, LOAD_FAILURE) : LOAD_FAILURE;
}
