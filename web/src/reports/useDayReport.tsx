import { useMemo } from "react";
import type { UrlState } from "../lib/useUrlState";
import { Headline } from "./Headline";
import type { ReportPage, ReportQuery } from "./reports";
import { dayOf } from "./rules/comparison";
import { toDayRange, type TimeRange } from "./rules/timeRange";
import { parseUntil, toDayParams, UNTIL_PARAM, UntilFilter } from "./UntilFilter";
import { useComparison } from "./useComparison";
import { useFullReport } from "./useFullReport";

interface Options<Row> {
  readonly day: string;
  readonly address: UrlState;
  readonly queryOf: (day: string) => ReportQuery<Row>;
  /** The time of a row in epoch milliseconds. */
  readonly timeOf: (row: Row) => number;
  readonly rowsOf: (pages: readonly ReportPage<Row>[]) => readonly Row[];
  /** The singular name of a row, such as "stock-out". */
  readonly rowName: string;
}

/** Reads the report of a day and compares it with earlier days. Returns the properties of its `ReportList`. */
export function useDayReport<Row>({ day, address, queryOf, timeOf, rowsOf, rowName }: Options<Row>) {
  const range = useMemo(() => toDayRange(day), [day]);
  const report = useFullReport({ query: queryOf(day), range, timeOf, rowsOf });
  const comparison = useComparison({
    report,
    range,
    queryOf: (other: TimeRange) => queryOf(dayOf(other)),
    rowsOf,
    timeOfRow: timeOf,
  });
  const until = parseUntil(address.address, day);
  const rows = useMemo(
    () => (until === null ? report.rows : report.rows.filter((row) => timeOf(row) < until)),
    [report.rows, timeOf, until],
  );
  return {
    report,
    rows,
    rowName,
    address,
    period: day,
    filterParams: [UNTIL_PARAM],
    filters: <UntilFilter until={until} address={address} />,
    headline: (
      <Headline
        total={report.rows.length}
        range={range}
        comparison={comparison}
        complete={report.complete}
        rowName={rowName}
        paramsOf={toDayParams}
      />
    ),
  };
}
