/** The choices of a user about a table, which the browser remembers. */
import { use, useCallback, useMemo } from "react";
import * as v from "valibot";
import { readSetting, useSetting, writeSetting } from "../../lib/settings";
import { TableUserContext } from "./TableUserContext";

const PREFERENCES = v.object({
  /** Column ids with the user's choice. Other columns are visible if the table is wide enough. */
  visibility: v.fallback(v.record(v.string(), v.boolean()), {}),
  /** Column ids with the chosen width in pixels. */
  widths: v.fallback(v.record(v.string(), v.number()), {}),
  density: v.fallback(v.picklist(["comfortable", "compact"]), "comfortable"),
  /** The last sort parameter. Null until the user sorts; empty if the user removed the sort. */
  sort: v.fallback(v.nullable(v.string()), null),
});

export type TablePreferences = Readonly<v.InferOutput<typeof PREFERENCES>>;

export type Density = TablePreferences["density"];

export const DEFAULT_PREFERENCES: TablePreferences = v.parse(PREFERENCES, {
  visibility: {},
  widths: {},
  density: "comfortable",
  sort: null,
});

/** Parses stored preferences. Replaces missing and invalid parts by their defaults. */
function parse(text: string | null): TablePreferences {
  try {
    const { success, output } = v.safeParse(PREFERENCES, JSON.parse(text ?? "{}"));
    return success ? output : DEFAULT_PREFERENCES;
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

export interface PreferencesState {
  readonly preferences: TablePreferences;
  /** Replaces parts of the current preferences. */
  readonly change: (update: (current: TablePreferences) => Partial<TablePreferences>) => void;
}

/** The preferences of the signed-in user for all tables with this name. */
export function useTablePreferences(name: string): PreferencesState {
  const key = `larder.table.${use(TableUserContext)}.${name}`;
  const text = useSetting(key);
  const preferences = useMemo(() => parse(text), [text]);
  const change = useCallback(
    (update: (current: TablePreferences) => Partial<TablePreferences>) => {
      const current = parse(readSetting(key));
      writeSetting(key, JSON.stringify({ ...current, ...update(current) }));
    },
    [key],
  );
  return { preferences, change };
}
