import { useQueries, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { REPORTS, type ReportPage, type ReportQuery } from "./reports";
import { contains, countByDay, countInRange, dayOf, planComparison, type DayCount } from "./rules/comparison";
import { toDayRange, type TimeRange } from "./rules/timeRange";
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

/** Whether no more pages are read: the last one is loaded, or there are too many. */
function isRead<Entry>(pages: readonly ReportPage<Entry>[]): boolean {
  return pages.length > 0 && (pages.at(-1)?.nextToken === undefined || pages.length >= MAX_PAGES);
}

/**
 * Reads the report of a past day. The pages stay cached for the user who opens that day. Cached pages are used only if
 * they were read after the end of the day, and if no page is missing.
 */
async function readDay<Entry>(
  client: QueryClient,
  query: ReportQuery<Entry>,
  range: TimeRange,
): Promise<readonly ReportPage<Entry>[]> {
  const cached = client.getQueryState(query.queryKey);
  const endOfDay = toDayRange(dayOf(range)).end * 1000;
  let pages = cached?.data && cached.dataUpdatedAt >= endOfDay ? cached.data.pages : [];
  // A read that is already in progress can return only the pages that another screen requested.
  while (!isRead(pages)) ({ pages } = await client.fetchInfiniteQuery({ ...query, pages: MAX_PAGES, staleTime: 0 }));
  return pages;
}

/**
 * Compares the last day of a report with the previous day and the same day of the previous week. Days that the report
 * does not contain are read after the report. Returns null for a report that starts in the future.
 */
export function useComparison<Entry, Row>(options: Options<Entry, Row>): ReportComparison | null {
  const { report, queryOf, rowsOf, timeOfRow } = options;
  const { rows, complete, loadedAt } = report;
  const { start, end } = options.range;
  // A month of the drivers' log has 100,000 rows, which are counted only when they change.
  const counts = useMemo(() => {
    const range = { start, end };
    const plan = planComparison(range, loadedAt / 1000);
    if (!plan) return null;
    const times = complete ? rows.map(timeOfRow) : [];
    const { current, previousDay, sameDayLastWeek } = plan;
    const count = (label: string, other: TimeRange) => ({
      label,
      range: other,
      /** Null for a day that must be read. */
      countInReport: contains(range, other) ? countInRange(times, other) : null,
    });
    return {
      current,
      count: countInRange(times, current),
      others: [count("Previous day", previousDay), count("Same day last week", sameDayLastWeek)],
      days: countByDay(times, range, current),
    };
  }, [start, end, loadedAt, complete, rows, timeOfRow]);
  const unread = counts?.others.filter(({ countInReport }) => countInReport === null) ?? [];
  const reads = useQueries({
    queries: unread.map((other) => {
      const query = queryOf(other.range);
      return {
        queryKey: [...REPORTS, "count", query.queryKey, other.range],
        queryFn: async ({ client }): Promise<number | "tooMany"> => {
          const pages = await readDay(client, query, other.range);
          return pages.at(-1)?.nextToken ? "tooMany" : countInRange(rowsOf(pages).map(timeOfRow), other.range);
        },
        enabled: complete,
        staleTime: Infinity,
      };
    }),
  });
  if (!counts) return null;

  const others = counts.others.map(({ countInReport, ...other }): OtherDay => {
    if (report.error || report.stopped) return { ...other, count: "incomplete" };
    if (!complete) return { ...other, count: "loading" };
    if (countInReport !== null) return { ...other, count: countInReport };
    const read = reads[unread.findIndex(({ label }) => label === other.label)];
    return { ...other, count: read?.isError ? "failed" : (read?.data ?? "loading") };
  });
  const otherDays = others.flatMap(({ label, range, count }) =>
    typeof count === "number" && unread.some((other) => other.label === label) ? [{ day: dayOf(range), count }] : [],
  );
  return { current: counts.current, count: counts.count, others, days: [...otherDays.reverse(), ...counts.days] };
}
