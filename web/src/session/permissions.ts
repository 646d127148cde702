/** What the signed-in person may do and sees. The server decides all the same, at each call. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { refusalOf, type Action } from "./actions";
import { featureFlagsDocument, myPermissionsDocument } from "./operations.generated";

/** Grants and flags change rarely, and each call is checked again. */
const FRESH = 5 * 60_000;

export const myPermissions = queryOptions({
  queryKey: ["myPermissions"],
  queryFn: async ({ signal }) => (await graphql(myPermissionsDocument, {}, { signal })).myPermissions,
  staleTime: FRESH,
});

/** How often the server is asked whether the account still has access: a disabled one disconnects within a minute. */
export const ACCESS_CHECK_INTERVAL = 50_000;

/** Asks while the page is visible. A rejection ends the session: see SessionGate. */
export function useAccessCheck(): void {
  useQuery({ ...myPermissions, refetchInterval: ACCESS_CHECK_INTERVAL });
}

export const featureFlags = queryOptions({
  queryKey: ["featureFlags"],
  queryFn: async ({ signal }) => (await graphql(featureFlagsDocument, {}, { signal })).featureFlags,
  staleTime: FRESH,
});

export type Flag = "drop-override" | "jit-management" | "feature-flag-admin";

export interface Permissions {
  /** Whether the answer is known; until then, and where it could not be had, nothing is known to be refused. */
  readonly known: boolean;
  /** Nothing at all was granted. */
  readonly none: boolean;
  readonly may: (action: Action) => boolean;
  /** Why a control that needs `action` is disabled, or nothing when it is not. */
  readonly refusal: (action: Action) => string | undefined;
}

/** Known once the server answered. Before, controls stay enabled: a click that is refused says so. */
export function useMyPermissions(): Permissions {
  const { data } = useQuery(myPermissions);
  const may = (action: Action) => data === undefined || data.includes(action);
  return {
    known: data !== undefined,
    none: data?.length === 0,
    may,
    refusal: (action) => (may(action) ? undefined : refusalOf(action)),
  };
}

/** The flags that are on; none while they are not known. */
export function useFeatureFlags(): readonly string[] {
  return useQuery(featureFlags).data ?? [];
}
