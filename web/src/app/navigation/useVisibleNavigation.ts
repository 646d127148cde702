import { useMemo } from "react";
import { useFeatureFlags, useFlagsPending, useMyPermissions } from "../../session/permissions";
import { visibleNavigation, type NavigationGroup } from "./entries";

/**
 * The groups and entries for the signed-in user. Empty until the permissions and flags are loaded, so that no entry
 * disappears or moves. After a failure, entries that need a permission are visible.
 */
export function useVisibleNavigation(): readonly NavigationGroup[] {
  const permissions = useMyPermissions();
  const { may } = permissions;
  const flags = useFeatureFlags();
  const flagsPending = useFlagsPending();
  const isPending = permissions.isPending || flagsPending;
  return useMemo(() => (isPending ? [] : visibleNavigation(may, flags)), [isPending, may, flags]);
}
