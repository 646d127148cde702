/** A report's rows: sorted as the address says, exported as they are shown, of any number. */
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { ApiError, isForbidden, messageOf } from "../api/errors";
import { downloadCsv, toCsv } from "../ui/csv";
import { ListTable } from "../ui/ListTable";
import { exported, inOrder, nextSort, sortFrom, type ListColumn } from "../ui/listTable";
import { Button } from "../ui/Button";
import { Empty, Failure, Forbidden, Loading } from "../ui/states";
import type { Address } from "../ui/useAddress";
import { ReportBar } from "./ReportBar";
import { LOAD_FAILURE } from "./reports";
import type { WholeReport } from "./useWholeReport";

interface Props<Row> {
  readonly report: WholeReport<Row>;
  /** Those of the rows that the filters leave. */
  readonly found: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly classOf?: (row: Row) => string;
  readonly address: Address;
  /** What a row is: "stock-out". */
  readonly what: string;
  readonly className: string;
  /** Without its ending. */
  readonly fileName: string;
  /** Said where nothing was reported. */
  readonly empty: string;
  /** What the filters are; empties them all. */
  readonly filters: ReactNode;
  readonly onClear: () => void;
  /** Pictures of the rows that the filters leave. */
  readonly children?: ReactNode;
}

export function ReportList<Row>(props: Props<Row>) {
  const { report, found, columns, address, what, fileName, empty, filters, onClear, children } = props;
  const sort = sortFrom(address.address.get("sort"), columns);
  const wanted = useDeferredValue(sort?.column ?? "");
  const descending = useDeferredValue(sort?.descending ?? false);
  const shown = useMemo(
    () => inOrder(found, columns, wanted ? { column: wanted, descending } : null),
    [found, columns, wanted, descending],
  );
  const { error, rows, pending } = report;

  if (isForbidden(error)) return <Forbidden to={`see ${what}s`} error={error} />;
  const done = !pending && !report.reading && !report.stopped && !error;
  return (
    <>
      <ReportBar
        report={report}
        shown={shown.length}
        what={what}
        onExport={() => downloadCsv(`${fileName}.csv`, toCsv(exported(columns), shown))}
      >
        {filters}
      </ReportBar>
      {error && <Failure message={failureOf(error)} onRetry={report.resume} />}
      {pending && <Loading what={`${what}s`} />}
      {done && rows.length === 0 && <Empty>{empty}</Empty>}
      {rows.length > 0 && shown.length === 0 && (
        <Empty>
          <p>No {what} matches the filters</p>
          <Button onClick={onClear}>Clear filters</Button>
        </Empty>
      )}
      {shown.length > 0 && (
        <>
          {children}
          <ListTable
            label={`${what.charAt(0).toUpperCase()}${what.slice(1)}s`}
            className={props.className}
            columns={columns}
            rows={shown}
            keyOf={props.keyOf}
            sort={sort}
            onSort={(column) => address.set("sort", nextSort(column, sort))}
            {...(props.classOf ? { classOf: props.classOf } : {})}
          />
        </>
      )}
    </>
  );
}

/** The spec's words; the server's where it found fault with what it was asked. */
export function failureOf(error: Error): string {
  return error instanceof ApiError && error.kind === "invalid" ? messageOf(error, LOAD_FAILURE) : LOAD_FAILURE;
}
