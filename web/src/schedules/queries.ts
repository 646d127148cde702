/** Reads and writes scheduled changes. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/errors";
import { graphql } from "../api/graphql";
import type { CreateScheduleChangeInput, ScheduleChange } from "../api/schema";
import { pagesOfRest, rest } from "../api/rest";
import { nextPollDelay } from "./scheduledItems";
import {
  completeScheduleChangeDocument,
  createScheduleChangesDocument,
  deleteScheduleChangeDocument,
  pendingScheduleChangesDocument,
  readScheduleChangeDocument,
  releaseScheduleChangeDocument,
  retryScheduleChangeDocument,
} from "./operations.generated";

/** Shown when loading scheduled changes fails without a message from the server. */
export const UNABLE_TO_LOAD_CHANGES =
  "Unable to load scheduled changes, Please check your internet and your permissions";

/** The pending and failed changes of a location. Polls again whenever one of them becomes due. */
export function scheduledChangesQuery(id: string) {
  return queryOptions({
    queryKey: ["scheduleChanges", id],
    queryFn: async ({ signal }) =>
      (await graphql(readScheduleChangeDocument, { filter: { id } }, { signal })).readScheduleChange,
    refetchInterval: ({ state }) => nextPollDelay(state.data ?? [], new Date()),
  });
}

/** The pending and failed changes of a location, page by page. */
export function locationScheduleQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["locationSchedule", id],
    queryFn: async ({ pageParam: query, signal }) => {
      const { items, ...page } = await rest("GET /locations/{id}/schedule", { path: { id }, query }, { signal });
      // The pages of this route omit values that the fields of the GraphQL API return as null.
      const nulls = { pairedWith: null, failure: null };
      return { ...page, items: items.map((item): ScheduleChange => ({ ...nulls, ...item })) };
    },
    ...pagesOfRest,
    refetchInterval: ({ state }) => nextPollDelay(state.data?.pages.flatMap((page) => page.items) ?? [], new Date()),
  });
}

/** The maximum number of locations of one `pendingScheduleChanges` request. */
const MAX_IDS = 100;

/**
 * The last pending change before `at` of each location and attribute, grouped by location. It determines the value at
 * that time.
 */
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

const toKeyInput = ({ uuid, actionTime }: ScheduleChange) => ({ input: { uuid, actionTime } });

/** Schedules changes. Returns the scheduled changes and the failed ones. The request can be repeated safely. */
export async function createScheduleChanges(input: readonly CreateScheduleChangeInput[]) {
  return (await graphql(createScheduleChangesDocument, { input })).createScheduleChanges;
}

/** Schedules one change and its optional reason. Throws an `ApiError` if it fails. */
export async function scheduleChange(input: readonly CreateScheduleChangeInput[]) {
  const { created, failed } = await createScheduleChanges(input);
  const [failure] = failed;
  if (failure) throw new ApiError("conflict", failure.message);
  return created;
}

export async function deleteScheduleChange(change: ScheduleChange) {
  return (await graphql(deleteScheduleChangeDocument, toKeyInput(change))).deleteScheduleChange;
}

/** Applies a change within seconds. */
export async function completeScheduleChange(change: ScheduleChange) {
  return (await graphql(completeScheduleChangeDocument, toKeyInput(change))).completeScheduleChange;
}

export async function retryScheduleChange(change: ScheduleChange) {
  return (await graphql(retryScheduleChangeDocument, toKeyInput(change))).retryScheduleChange;
}

/** Applies a held change within seconds, in the administrator's name. */
export async function releaseScheduleChange(change: ScheduleChange) {
  return (await graphql(releaseScheduleChangeDocument, toKeyInput(change))).releaseScheduleChange;
}

/** Invalidates all queries that show the changes of a location. */
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
