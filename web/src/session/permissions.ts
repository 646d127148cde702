/** The signed-in user's permissions and feature flags. The server checks both again at each call. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { graphql } from "../api/graphql";
import { missingPermissionMessage, type Action } from "../api/actions";
import { featureFlagsDocument, myPermissionsDocument } from "./operations.generated";

/** In milliseconds. Permissions and flags change rarely, and the server checks each call. */
const STALE_TIME = 5 * 60_000;

export const myPermissionsQuery = queryOptions({
  queryKey: ["myPermissions"],
  queryFn: async ({ signal }) => (await graphql(myPermissionsDocument, {}, { signal })).myPermissions,
  staleTime: STALE_TIME,
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
  staleTime: STALE_TIME,
});

export type Flag = "drop-override" | "jit-management" | "feature-flag-admin";

export interface Permissions {
  /** Whether the permissions are loaded. Until then, and after an error, every action counts as permitted. */
  readonly isLoaded: boolean;
  /** Whether the user has no permission at all. */
  readonly hasNone: boolean;
  readonly may: (action: Action) => boolean;
  /** The reason to disable a control that needs `action`; undefined if the user has the permission. */
  readonly missingPermission: (action: Action) => string | undefined;
}

/** Controls stay enabled until the permissions are loaded. The server rejects an action without permission. */
export function useMyPermissions(): Permissions {
  const { data } = useQuery(myPermissionsQuery);
  const may = useCallback((action: Action) => data === undefined || data.includes(action), [data]);
  return {
    isLoaded: data !== undefined,
    hasNone: data?.length === 0,
    may,
    missingPermission: (action) => (may(action) ? undefined : missingPermissionMessage(action)),
  };
}

const NO_FLAGS: readonly string[] = [];

/** The feature flags that are on for the user; empty until they are loaded. */
export function useFeatureFlags(): readonly string[] {
  return useQuery(featureFlagsQuery).data ?? NO_FLAGS;
}
