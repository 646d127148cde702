/** The signed-in user's permissions and feature flags. The server checks both again at each call. */
import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { graphql } from "../api/graphql";
import { missingPermissionMessage, type Action } from "../api/actions";
import { featureFlagsDocument, myPermissionsDocument } from "./operations.generated";
import { RARE_CHANGE_STALE_TIME } from "../lib/staleTime";

export const myPermissionsQuery = queryOptions({
  queryKey: ["myPermissions"],
  queryFn: async ({ signal }) => (await graphql(myPermissionsDocument, {}, { signal })).myPermissions,
  staleTime: RARE_CHANGE_STALE_TIME,
});

/** How often access is checked, in milliseconds: a disabled account disconnects within a minute (SHL-3). */
export const ACCESS_CHECK_INTERVAL = 50_000;

/** Checks access while the page is visible. A rejection ends the session: see SessionGate. */
export function useAccessCheck(): void {
  useQuery({ ...myPermissionsQuery, refetchInterval: ACCESS_CHECK_INTERVAL });
}

export const featureFlagsQuery = queryOptions({
  queryKey: ["featureFlags"],
  queryFn: async ({ signal }) => (await graphql(featureFlagsDocument, {}, { signal })).featureFlags,
  staleTime: RARE_CHANGE_STALE_TIME,
});

export type Flag = "drop-override" | "jit-management" | "feature-flag-admin";

export interface Permissions {
  /** Whether the permissions are loaded. Until then, and after an error, every action counts as permitted. */
  readonly isLoaded: boolean;
  /** Whether the first read is still in progress. False after a failure: later reads continue in the background. */
  readonly isPending: boolean;
  /** Whether the user has no permission at all. */
  readonly hasNone: boolean;
  readonly may: (action: Action) => boolean;
  /** The reason to disable a control that needs `action`; undefined if the user has the permission. */
  readonly missingPermission: (action: Action) => string | undefined;
}

/** Controls stay enabled until the permissions are loaded. The server rejects an action without permission. */
export function useMyPermissions(): Permissions {
  const query = useQuery(myPermissionsQuery);
  const { data } = query;
  const may = useCallback((action: Action) => data === undefined || data.includes(action), [data]);
  return {
    isLoaded: data !== undefined,
    isPending: isFirstRead(query),
    hasNone: data?.length === 0,
    may,
    missingPermission: (action) => (may(action) ? undefined : missingPermissionMessage(action)),
  };
}

/**
 * Whether a query has neither data nor an earlier failure. TanStack Query's `isPending` is also true while a failed
 * query is read again, so that content would disappear at each poll.
 */
function isFirstRead({ data, errorUpdateCount }: Pick<UseQueryResult, "data" | "errorUpdateCount">): boolean {
  return data === undefined && errorUpdateCount === 0;
}

const NO_FLAGS: readonly string[] = [];

/** The feature flags that are on for the user; empty until they are loaded. */
export function useFeatureFlags(): readonly string[] {
  return useQuery(featureFlagsQuery).data ?? NO_FLAGS;
}

/** Whether the first read of the feature flags is still in progress. False after a failure. */
export function useFlagsPending(): boolean {
  return isFirstRead(useQuery(featureFlagsQuery));
}
