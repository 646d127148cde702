/** Reads the activity log. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { ActivityFilter } from "../api/schema";
import { activityLogDocument, type ActivityLogQuery } from "./operations.generated";
import type { ActivityEntry } from "./rules/entries";

type LogPage = ActivityLogQuery["activityLog"];

/** The selected part of the log. */
export interface LogSelection {
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  readonly filter: ActivityFilter;
}

/** The maximum number of requests for one page. Days without matching changes have empty pages. */
const MAX_EMPTY_PAGES = 10;
/** The maximum number of changes in an exported file. */
export const MAX_EXPORTED = 10_000;

/** The next page with changes, or the last one that was read within the maximum number of requests. */
async function readPage(selection: LogSelection, start: string | null, signal?: AbortSignal): Promise<LogPage> {
  let nextToken = start;
  for (let request = 1; ; request += 1) {
    const { activityLog } = await graphql(
      activityLogDocument,
      { ...selection, nextToken },
      signal === undefined ? {} : { signal },
    );
    if (activityLog.items.length > 0 || activityLog.nextToken === null || request === MAX_EMPTY_PAGES) {
      return activityLog;
    }
    nextToken = activityLog.nextToken;
  }
}

export function activityQuery(selection: LogSelection) {
  return infiniteQueryOptions({
    queryKey: ["activityLog", selection],
    queryFn: ({ pageParam, signal }) => readPage(selection, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** The changes of a file, and whether older ones are missing. */
export interface ExportedLog {
  readonly entries: readonly ActivityEntry[];
  readonly isCut: boolean;
}

/** Reads the whole selection, up to the maximum number of changes. */
export async function readAll(selection: LogSelection): Promise<ExportedLog> {
  const entries: ActivityEntry[] = [];
  let nextToken: string | null = null;
  do {
    const page: LogPage = await readPage(selection, nextToken);
    entries.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null && entries.length < MAX_EXPORTED);
  return { entries: entries.slice(0, MAX_EXPORTED), isCut: nextToken !== null || entries.length > MAX_EXPORTED };
}
