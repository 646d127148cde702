/** Syncs with LogiNext: asked for, and followed while they are under way. */
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

/** Between two looks while something is under way. */
const LOOK = 3000;
/** And while nothing is: a colleague may start one. */
const LOOK_SELDOM = 60_000;

/** The syncs, newest first, a page at a time. */
export const syncsQuery = infiniteQueryOptions({
  queryKey: ["logiNextSyncs"],
  queryFn: async ({ pageParam, signal }) =>
    (await graphql(logiNextSyncsDocument, { nextToken: pageParam }, { signal })).logiNextSyncs,
  initialPageParam: null as string | null,
  getNextPageParam: (page: LogiNextSyncsQuery["logiNextSyncs"]) => page.nextToken,
  refetchInterval: ({ state }) => {
    const syncs = state.data?.pages.flatMap(({ items }) => items) ?? [];
    return syncs.some(({ inProgress }) => inProgress) ? LOOK : LOOK_SELDOM;
  },
});

export async function startSync(input: SyncInput): Promise<LogiNextSync> {
  return (await graphql(syncLogiNextLocRoutesDocument, { input })).syncLogiNextLocRoutes;
}
