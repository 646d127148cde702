/** What this area reads and writes: scheduled changes of a location, and those that failed anywhere. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/errors";
import { graphql } from "../api/graphql";
import type { CreateScheduleChangeInput, ScheduleChange, ScheduleChangePage } from "../api/schema";
import { rest } from "../api/rest";
import { nextLook } from "./items";
import {
  completeScheduleChangeDocument,
  createScheduleChangesDocument,
  deleteScheduleChangeDocument,
  failedScheduleChangesDocument,
  pendingScheduleChangesDocument,
  readScheduleChangeDocument,
  releaseScheduleChangeDocument,
  retryScheduleChangeDocument,
} from "./operations.generated";

/** Said when scheduled changes could not be loaded and the server had no words for it. */
export const UNABLE_TO_LOAD_CHANGES =
  "Unable to load scheduled changes, Please check your internet and your permissions";

/** A location's changes that wait or failed, read again whenever one of them comes due. */
export function scheduledChangesQuery(id: string) {
  return queryOptions({
    queryKey: ["scheduleChanges", id],
    queryFn: async ({ signal }) =>
      (await graphql(readScheduleChangeDocument, { filter: { id } }, { signal })).readScheduleChange,
    refetchInterval: ({ state }) => nextLook(state.data ?? [], new Date()),
  });
}

const firstPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: ScheduleChangePage) => page.nextToken,
};

/** The same, a page at a time. */
export function locationScheduleQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["locationSchedule", id],
    queryFn: ({ pageParam, signal }) => {
      const next = pageParam ? `?nextToken=${encodeURIComponent(pageParam)}` : "";
      return rest<ScheduleChangePage>("GET", `/locations/${encodeURIComponent(id)}/schedule${next}`, undefined, {
        signal,
      });
    },
    ...firstPage,
    refetchInterval: ({ state }) => nextLook(state.data?.pages.flatMap((page) => page.items) ?? [], new Date()),
  });
}

/** Changes of all locations whose time came but that were not applied, failed or held, newest first. */
export const failedChangesQuery = infiniteQueryOptions({
  queryKey: ["failedScheduleChanges"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(failedScheduleChangesDocument, { nextToken: pageParam }, { signal })).failedScheduleChanges,
  ...firstPage,
});

/** Locations that one call of `pendingScheduleChanges` takes. */
const MAX_IDS = 100;

/** Of each location and attribute the last pending change before `at`, by location: what decides the value then. */
export function pendingChangesQuery(ids: readonly string[], attributes: readonly string[], at: Date | null) {
  return queryOptions({
    queryKey: ["pendingScheduleChanges", ids, attributes, at?.toISOString()],
    queryFn: async ({ signal }) => {
      const before = at?.toISOString() ?? "";
      const found = new Map<string, ScheduleChange[]>();
      for (let start = 0; start < ids.length; start += MAX_IDS) {
        const filter = { ids: ids.slice(start, start + MAX_IDS), attributes, before };
        const { pendingScheduleChanges } = await graphql(pendingScheduleChangesDocument, { filter }, { signal });
        for (const change of pendingScheduleChanges) found.set(change.id, [...(found.get(change.id) ?? []), change]);
      }
      return found;
    },
    enabled: ids.length > 0 && attributes.length > 0 && at !== null,
  });
}

const keyOf = ({ uuid, actionTime }: ScheduleChange) => ({ input: { uuid, actionTime } });

/** Schedules changes; answers what is scheduled, and which could not be written. The same call may be made again. */
export async function createScheduleChanges(input: readonly CreateScheduleChangeInput[]) {
  return (await graphql(createScheduleChangesDocument, { input })).createScheduleChanges;
}

/** Schedules one change, with its reason if it has one; one that could not be written is an error. */
export async function scheduleChange(input: readonly CreateScheduleChangeInput[]) {
  const { created, failed } = await createScheduleChanges(input);
  const [refused] = failed;
  if (refused) throw new ApiError("conflict", refused.message);
  return created;
}

export async function deleteScheduleChange(change: ScheduleChange) {
  return (await graphql(deleteScheduleChangeDocument, keyOf(change))).deleteScheduleChange;
}

/** Has it applied within seconds. */
export async function completeScheduleChange(change: ScheduleChange) {
  return (await graphql(completeScheduleChangeDocument, keyOf(change))).completeScheduleChange;
}

export async function retryScheduleChange(change: ScheduleChange) {
  return (await graphql(retryScheduleChangeDocument, keyOf(change))).retryScheduleChange;
}

/** Has a held change applied within seconds, in the administrator's name. */
export async function releaseScheduleChange(change: ScheduleChange) {
  return (await graphql(releaseScheduleChangeDocument, keyOf(change))).releaseScheduleChange;
}

/** Reads the changes of a location again, wherever they are shown. */
export async function reloadSchedule(client: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [
      ["scheduleChanges", id],
      ["locationSchedule", id],
      ["failedScheduleChanges"],
      ["pendingScheduleChanges"],
      ["locationHistory", id],
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
