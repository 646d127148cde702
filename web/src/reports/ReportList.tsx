/** The table of a report, with sort order in the URL, filters and CSV export. */
import type { Action } from "../api/actions";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { ApiError, messageOf } from "../api/errors";
import { downloadCsv, toCsv } from "../lib/csv";
import { ListTable } from "../ui/ListTable";
import { exportableColumns, sortRows, toggleSort, parseSort, type ListColumn } from "../ui/listTable";
import { Button } from "../ui/Button";
import { Empty } from "../ui/states";
import type { UrlState } from "../lib/useUrlState";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
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
  /** The permission that the report needs, if any. */
  readonly permission?: Action;
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

  const done = !pending && !report.reading && !report.stopped && !error;
  return (
    <QueryView
      query={{
        data: pending || (error && rows.length === 0) ? undefined : rows,
        error,
        isFetching: false,
        dataUpdatedAt: 0,
        refetch: report.resume,
      }}
      label={`${rowName}s`}
      error={getFailureMessage}
      forbidden={{ activity: `view ${rowName}s`, permission: props.permission }}
      isEmpty={() => done && rows.length === 0}
      empty={{ title: emptyText }}
      skeleton={<Skeleton label={`${rowName}s`} rows={12} />}
      toolbar={
        <ReportBar
          report={report}
          shown={shown.length}
          rowName={rowName}
          onExport={() => downloadCsv(`${fileName}.csv`, toCsv(exportableColumns(columns), shown))}
        >
          {filters}
        </ReportBar>
      }
    >
      {() => (
        <>
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
      )}
    </QueryView>
  );
}

/** Returns the server's message for invalid input, or the general failure message. */
export function getFailureMessage(error: unknown): string {
  return error instanceof ApiError && error.kind === "invalid" ? messageOf(error, LOAD_FAILURE) : LOAD_FAILURE;
}
