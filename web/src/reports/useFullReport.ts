import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReportPage, ReportQuery } from "./reports";
import type { TimeRange } from "./rules/timeRange";

const NO_ROWS: readonly never[] = [];

export interface FullReport<Row> {
  readonly rows: readonly Row[];
  /** Whether no page is loaded yet. */
  readonly pending: boolean;
  /** Whether further pages are loading. */
  readonly reading: boolean;
  /** Whether the user stopped loading before the last page. */
  readonly stopped: boolean;
  /** Whether all pages are loaded. */
  readonly complete: boolean;
  readonly error: Error | null;
  /** The time of the last loaded page in epoch milliseconds; 0 before the first page. */
  readonly loadedAt: number;
  /** The loaded part of the time range, from 0 to 1. */
  readonly progress: number;
  readonly stop: () => void;
  /** Continues after a stop or a failure. */
  readonly resume: () => void;
  /** Reads the whole report again. */
  readonly restart: () => void;
}

interface Options<Entry, Row> {
  readonly query: ReportQuery<Entry>;
  readonly range: TimeRange;
  /** Returns the time of an entry in epoch milliseconds. */
  readonly timeOf: (entry: Entry) => number;
  readonly rowsOf: (pages: readonly ReportPage<Entry>[]) => readonly Row[];
}

/** Reads a report page by page until the last page, or until the user stops it. */
export function useFullReport<Entry, Row>({ query, range, timeOf, rowsOf }: Options<Entry, Row>): FullReport<Row> {
  const client = useQueryClient();
  const [stopped, setStopped] = useState(false);
  const { data, dataUpdatedAt, error, isFetching, isError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(query);

  useEffect(() => {
    if (!stopped && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [stopped, hasNextPage, isFetching, isError, fetchNextPage]);

  const reading = hasNextPage && !stopped && !isError;
  const throttledPages = useThrottledPages(data?.pages, reading);

  return {
    rows: throttledPages ? rowsOf(throttledPages) : NO_ROWS,
    pending: !data && !isError,
    reading,
    stopped: hasNextPage && stopped,
    complete: data !== undefined && !hasNextPage && !isError,
    error,
    loadedAt: dataUpdatedAt,
    progress: data ? (hasNextPage ? progressOf(data.pages, range, timeOf) : 1) : 0,
    stop: () => setStopped(true),
    resume: () => {
      setStopped(false);
      if (isError) void (data ? fetchNextPage() : refetch());
    },
    restart: () => {
      setStopped(false);
      void client.resetQueries({ queryKey: query.queryKey });
    },
  };
}

/** While pages load, the list updates at this interval, because rendering and sorting it for each page is slow. */
const UPDATE_INTERVAL_MS = 1000;

function useThrottledPages<Page>(pages: readonly Page[] | undefined, loading: boolean): readonly Page[] | undefined {
  const [throttledPages, setThrottledPages] = useState(pages);
  const lastUpdate = useRef(0);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(
      () => {
        lastUpdate.current = Date.now();
        setThrottledPages(pages);
      },
      Math.max(0, lastUpdate.current + UPDATE_INTERVAL_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [pages, loading]);
  // Pages of an earlier read of the report have a different first page.
  return loading && throttledPages?.[0] === pages?.[0] ? throttledPages : pages;
}

/** Computes the progress from the time of the last loaded entry, because pages are ordered by time. */
function progressOf<Entry>(
  pages: readonly ReportPage<Entry>[],
  { start, end }: TimeRange,
  timeOf: (entry: Entry) => number,
): number {
  const last = pages.findLast(({ items }) => items.length > 0)?.items.at(-1);
  if (last === undefined) return 0;
  return Math.min(1, Math.max(0, (timeOf(last) / 1000 - start) / (end - start)));
}
