import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { REPORTS, type ReportPage, type ReportQuery } from "./reports";
import { contains, countByDay, countInRange, dayOf, planComparison, type DayCount } from "./rules/comparison";
import type { TimeRange } from "./rules/timeRange";
import type { FullReport } from "./useFullReport";

/** A comparison is not worth more requests. */
const MAX_PAGES = 10;

/** The count of a compared range, or the reason why there is none. */
export type OtherCount = number | "loading" | "incomplete" | "failed" | "tooMany";

export interface OtherDay {
  readonly label: string;
  readonly range: TimeRange;
  readonly count: OtherCount;
}

export interface ReportComparison {
  /** The last day of the report, or its part before the report was loaded. */
  readonly current: TimeRange;
  readonly count: number;
  readonly others: readonly OtherDay[];
  /** The counts in these hours on the days of the report and the compared days, oldest first. */
  readonly days: readonly DayCount[];
}

interface Options<Entry, Row> {
  readonly report: FullReport<Row>;
  readonly range: TimeRange;
  /** The query of a report that contains a range of at most one day. */
  readonly queryOf: (range: TimeRange) => ReportQuery<Entry>;
  readonly rowsOf: (pages: readonly ReportPage<Entry>[]) => readonly Row[];
  /** The time of a row in epoch milliseconds. */
  readonly timeOfRow: (row: Row) => number;
}

/**
 * Compares the last day of a report with the previous day and the same day of the previous week. Days that the report
 * does not contain are read after the report. Returns null for a report that starts in the future.
 */
export function useComparison<Entry, Row>(options: Options<Entry, Row>): ReportComparison | null {
  const { report, range, queryOf, rowsOf, timeOfRow } = options;
  const { rows, complete, loadedAt } = report;
  const plan = planComparison(range, loadedAt / 1000);
  const others = plan
    ? [
        { label: "Previous day", range: plan.previousDay },
        { label: "Same day last week", range: plan.sameDayLastWeek },
      ]
    : [];
  const unread = others.filter((other) => !contains(range, other.range));
  const reads = useQueries({
    queries: unread.map((other) => {
      const query = queryOf(other.range);
      return {
        queryKey: [...REPORTS, "count", query.queryKey, other.range],
        queryFn: async ({ client }): Promise<number | "tooMany"> => {
          // The pages stay cached for the user who opens that day.
          const { pages } = await client.fetchInfiniteQuery({ ...query, pages: MAX_PAGES });
          return pages.at(-1)?.nextToken ? "tooMany" : countInRange(rowsOf(pages).map(timeOfRow), other.range);
        },
        enabled: complete,
        staleTime: Infinity,
      };
    }),
  });
  const times = useMemo(() => (complete ? rows.map(timeOfRow) : []), [complete, rows, timeOfRow]);
  if (!plan) return null;

  const counted = others.map((other): OtherDay => {
    const read = reads[unread.indexOf(other)];
    if (report.error || report.stopped) return { ...other, count: "incomplete" };
    if (!complete) return { ...other, count: "loading" };
    if (!read) return { ...other, count: countInRange(times, other.range) };
    return { ...other, count: read.isError ? "failed" : (read.data ?? "loading") };
  });
  const otherDays = counted.flatMap((other) =>
    typeof other.count === "number" && !contains(range, other.range)
      ? [{ day: dayOf(other.range), count: other.count }]
      : [],
  );
  return {
    current: plan.current,
    count: countInRange(times, plan.current),
    others: counted,
    days: [...otherDays.reverse(), ...countByDay(times, range, plan.current)],
  };
}
