import { useMemo } from "react";
import { useMyPreferences, useUpdatePreferences } from "../session/preferences";
import type { SavedViewStore } from "../ui/table/SavedViewContext";
import { withViews } from "./home/tiles";

/** The saved views in the user's preferences. A deleted view is also removed from the home page. */
export function useSavedViewStore(): SavedViewStore {
  const { preferences } = useMyPreferences();
  const update = useUpdatePreferences();
  const views = preferences?.views;
  return useMemo(
    () => ({ views, update: (change) => update((current) => withViews(current, change(current.views))) }),
    [views, update],
  );
}
