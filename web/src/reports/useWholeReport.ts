import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReportPage, ReportQuery } from "./reports";
import type { TimeRange } from "./rules/timeRange";

export interface WholeReport<Row> {
  readonly rows: readonly Row[];
  /** Nothing was read yet. */
  readonly pending: boolean;
  /** There is more, and it is being read. */
  readonly reading: boolean;
  /** There is more, and somebody said that it is enough. */
  readonly stopped: boolean;
  readonly error: Error | null;
  /** How much of the range of time was read, from 0 to 1. */
  readonly progress: number;
  readonly stop: () => void;
  /** Goes on where it was stopped, or where it failed. */
  readonly resume: () => void;
  /** Reads it anew. */
  readonly restart: () => void;
}

interface Asked<Entry, Row> {
  readonly query: ReportQuery<Entry>;
  readonly range: TimeRange;
  /** When an entry was, in milliseconds. */
  readonly timeOf: (entry: Entry) => number;
  readonly rowsOf: (pages: readonly ReportPage<Entry>[]) => readonly Row[];
}

/** A report, page by page to its end, or until it is stopped. */
export function useWholeReport<Entry, Row>({ query, range, timeOf, rowsOf }: Asked<Entry, Row>): WholeReport<Row> {
  const client = useQueryClient();
  const [stopped, setStopped] = useState(false);
  const { data, error, isFetching, isError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(query);

  useEffect(() => {
    if (!stopped && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [stopped, hasNextPage, isFetching, isError, fetchNextPage]);

  const reading = hasNextPage && !stopped && !isError;
  const paced = usePaced(data?.pages, reading);

  return {
    rows: paced ? rowsOf(paced) : [],
    pending: !data && !isError,
    reading,
    stopped: hasNextPage && stopped,
    error,
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

/** While pages come, the list follows them once a second: to draw, count and sort it for each would be felt. */
const PACE = 1000;

function usePaced<Page>(pages: readonly Page[] | undefined, coming: boolean): readonly Page[] | undefined {
  const [paced, setPaced] = useState(pages);
  const last = useRef(0);
  useEffect(() => {
    if (!coming) return;
    const waiting = setTimeout(
      () => {
        last.current = Date.now();
        setPaced(pages);
      },
      Math.max(0, last.current + PACE - Date.now()),
    );
    return () => clearTimeout(waiting);
  }, [pages, coming]);
  // Another reading of the report has pages of its own.
  return coming && paced?.[0] === pages?.[0] ? paced : pages;
}

/** Pages come in the order of time: what was read last says how far it is. */
function progressOf<Entry>(
  pages: readonly ReportPage<Entry>[],
  { start, end }: TimeRange,
  timeOf: (entry: Entry) => number,
): number {
  const last = pages.findLast(({ items }) => items.length > 0)?.items.at(-1);
  if (last === undefined) return 0;
  return Math.min(1, Math.max(0, (timeOf(last) / 1000 - start) / (end - start)));
}
