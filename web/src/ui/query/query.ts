/** The state of a query, or of several queries whose data is shown together. */
import { kindOf } from "../../api/errors";

/** The part of a query's result that the views use. Results of useQuery and useInfiniteQuery fit. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  /** The error of the last read if it failed; otherwise null. */
  readonly error: unknown;
  readonly isFetching: boolean;
  /** When the data was read, in milliseconds since the epoch; 0 if that is unknown. */
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

export type QueryStatus = "loading" | "loaded" | "failed" | "forbidden";

/** The status of a query. A failed refresh of loaded data counts as loaded; a missing permission hides the data. */
export function statusOf({ data, error }: Pick<QueryState<unknown>, "data" | "error">): QueryStatus {
  if (kindOf(error) === "forbidden") return "forbidden";
  if (data !== undefined) return "loaded";
  return error === null ? "loading" : "failed";
}

/**
 * The time for which the data of a query is known, in milliseconds since the epoch: now, or the time of the last
 * successful read if a later one failed. Conclusions from the age of a value, such as that a fridge is silent, hold only
 * for this time.
 */
export function knownAt({ error, dataUpdatedAt }: Pick<QueryState<unknown>, "error" | "dataUpdatedAt">, now: number) {
  return error === null || dataUpdatedAt === 0 ? now : Math.min(now, dataUpdatedAt);
}

type Queries = Readonly<Record<string, QueryState<unknown>>>;
type Combined<All extends Queries> = { readonly [Name in keyof All]: Exclude<All[Name]["data"], undefined> };

/**
 * Combines queries whose data is shown together. The data is available when every query has data. The error is the
 * first one, and the age is that of the oldest data. A refetch repeats the failed queries, or all if none failed.
 */
export function combineQueries<All extends Queries>(queries: All): QueryState<Combined<All>> {
  const all = Object.values(queries);
  const failed = all.filter(({ error }) => error !== null);
  const readTimes = all.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((time) => time > 0);
  const isLoaded = all.every(({ data }) => data !== undefined);
  const data = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.data]));
  return {
    data: isLoaded ? (data as Combined<All>) : undefined,
    error: failed.find((query) => statusOf(query) === "forbidden")?.error ?? failed[0]?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    dataUpdatedAt: readTimes.length > 0 ? Math.min(...readTimes) : 0,
    refetch: () => Promise.all((failed.length > 0 ? failed : all).map(({ refetch }) => refetch())),
  };
}

/** Replaces the data of a query by a value that is derived from it. */
export function mapQuery<Data, Value>(query: QueryState<Data>, derive: (data: Data) => Value): QueryState<Value> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query;
  return { data: data === undefined ? undefined : derive(data), error, isFetching, dataUpdatedAt, refetch };
}

/**
 * Uses a fallback after an error, for data that the screen also works without. The fallback stays while a failed query is
 * read again, although TanStack Query then clears the error.
 */
export function withFallback<Data, Fallback>(
  query: QueryState<Data> & { readonly errorUpdateCount?: number },
  fallback: Fallback,
): QueryState<Data | Fallback> {
  const { data, error, errorUpdateCount = 0, isFetching, dataUpdatedAt, refetch } = query;
  const hasFailed = error !== null || errorUpdateCount > 0;
  return { data: data === undefined && hasFailed ? fallback : data, error: null, isFetching, dataUpdatedAt, refetch };
}

/** The items of all loaded pages of an infinite query. */
export function flattenPages<Item>(
  query: QueryState<{ readonly pages: readonly { readonly items: readonly Item[] }[] }>,
): QueryState<readonly Item[]> {
  return mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items));
}
