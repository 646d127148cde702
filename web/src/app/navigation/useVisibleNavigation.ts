import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { featureFlagsQuery, myPermissionsQuery, useFeatureFlags, useMyPermissions } from "../../session/permissions";
import { visibleNavigation, type NavigationGroup } from "./entries";

/**
 * The groups and entries for the signed-in user. Empty until the permissions and flags are loaded, so that no entry
 * disappears or moves. After a failure, entries that need a permission are visible.
 */
export function useVisibleNavigation(): readonly NavigationGroup[] {
  const { may } = useMyPermissions();
  const flags = useFeatureFlags();
  const isPending = [useQuery(myPermissionsQuery), useQuery(featureFlagsQuery)].some((query) => query.isPending);
  return useMemo(() => (isPending ? [] : visibleNavigation(may, flags)), [isPending, may, flags]);
}
