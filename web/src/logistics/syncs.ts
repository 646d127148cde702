/** Starts syncs with LogiNext, and polls their results. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  logiNextSyncsDocument,
  syncLogiNextLocRoutesDocument,
  type LogiNextSyncPartsFragment,
  type LogiNextSyncsQuery,
} from "./operations.generated";
import type { SyncInput } from "./rules/sync";

export type LogiNextSync = LogiNextSyncPartsFragment;

/** The poll interval while a sync is in progress. */
export const ACTIVE_POLL_MS = 3000;
/** The poll interval otherwise, because another user can start a sync. */
export const IDLE_POLL_MS = 60_000;

/** The syncs, newest first, page by page. */
export const syncsQuery = infiniteQueryOptions({
  queryKey: ["logiNextSyncs"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(logiNextSyncsDocument, { nextToken: pageParam }, { signal })).logiNextSyncs,
  initialPageParam: null as string | null,
  getNextPageParam: (page: LogiNextSyncsQuery["logiNextSyncs"]) => page.nextToken,
  refetchInterval: ({ state }) => {
    const syncs = state.data?.pages.flatMap(({ items }) => items) ?? [];
    return syncs.some(({ inProgress }) => inProgress) ? ACTIVE_POLL_MS : IDLE_POLL_MS;
  },
});

export async function startSync(input: SyncInput): Promise<LogiNextSync> {
  return (await graphql(syncLogiNextLocRoutesDocument, { input })).syncLogiNextLocRoutes;
}
