/** How a user arranged the sidebar. The browser remembers it. */
import { useMemo } from "react";
import * as v from "valibot";
import { readSetting, useSetting, writeSetting } from "../../lib/settings";
import { useUser } from "../../session/user";

const SETTINGS = v.object({
  /** Whether the sidebar shows only icons. */
  collapsed: v.fallback(v.boolean(), false),
  /** Group labels with whether the user opened or closed the group. */
  groups: v.fallback(v.record(v.string(), v.boolean()), {}),
});

type Settings = Readonly<v.InferOutput<typeof SETTINGS>>;

const DEFAULTS: Settings = { collapsed: false, groups: {} };

function parse(text: string | null): Settings {
  try {
    const { success, output } = v.safeParse(SETTINGS, JSON.parse(text ?? "{}"));
    return success ? output : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

export function useNavigationSettings() {
  const key = `larder.navigation.${useUser().sub}`;
  const text = useSetting(key);
  const settings = useMemo(() => parse(text), [text]);
  const change = (changed: Partial<Settings>) =>
    writeSetting(key, JSON.stringify({ ...parse(readSetting(key)), ...changed }));
  return { settings, change };
}
