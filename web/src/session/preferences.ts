/** The user's own preferences: saved views, the tiles of the home page and favorite screens (SHL-26, SHL-27). */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { kindOf } from "../api/errors";
import { graphql } from "../api/graphql";
import { RARE_CHANGE_STALE_TIME } from "../lib/staleTime";
import { myPreferencesDocument, updateMyPreferencesDocument, type PreferencesFragment } from "./operations.generated";

export type Preferences = PreferencesFragment;
export type HomeTile = NonNullable<Preferences["home"]>[number];

/** The parts of the preferences that the user changes. */
export type PreferenceValues = Omit<Preferences, "version">;

export const myPreferencesQuery = queryOptions({
  queryKey: ["myPreferences"],
  queryFn: async ({ signal }) => (await graphql(myPreferencesDocument, {}, { signal })).myPreferences,
  staleTime: RARE_CHANGE_STALE_TIME,
});

/** The preferences; undefined until they are loaded. */
export function useMyPreferences() {
  const { data, errorUpdateCount } = useQuery(myPreferencesQuery);
  /** Whether the first read is in progress. False after a failure: later reads continue in the background. */
  const isPending = data === undefined && errorUpdateCount === 0;
  return { preferences: data, isPending };
}

/** Saves a change of the preferences. `change` can run twice, so it has no effects. */
export type UpdatePreferences = (change: (current: PreferenceValues) => PreferenceValues) => Promise<void>;

export function useUpdatePreferences(): UpdatePreferences {
  const client = useQueryClient();
  return useCallback((change) => updatePreferences(client, change), [client]);
}

/** Applies the change to the stored preferences. If another tab or computer changed them, applies it to the new ones. */
async function updatePreferences(client: QueryClient, change: (current: PreferenceValues) => PreferenceValues) {
  const save = async ({ version, ...values }: Preferences) => {
    const { views, home, favorites } = change(values);
    const input = { version, views: [...views], home: home && [...home], favorites: [...favorites] };
    const { updateMyPreferences: saved } = await graphql(updateMyPreferencesDocument, { input });
    // A read that is in progress would replace the saved preferences by the previous ones.
    await client.cancelQueries({ queryKey: myPreferencesQuery.queryKey });
    client.setQueryData(myPreferencesQuery.queryKey, saved);
  };
  try {
    await save(await client.ensureQueryData(myPreferencesQuery));
  } catch (error) {
    if (kindOf(error) !== "conflict") throw error;
    await save(await client.fetchQuery({ ...myPreferencesQuery, staleTime: 0 }));
  }
}
