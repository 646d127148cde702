/** The notice after a redirect to the home page from a screen that needs a feature flag (SHL-11). */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { paths, withQuery } from "../lib/paths";
import type { Flag } from "../session/permissions";
import { NAVIGATION } from "./navigation/entries";

/** `off`: the flag is off for the user. `unknown`: the flags could not be loaded. */
type Reason = "off" | "unknown";

const FLAG_PARAM = "flag";
const REASON_PARAM = "reason";

/** The home page's path with the reason of the redirect. */
export function homeAfterRedirect(flag: Flag, reason: Reason): string {
  return withQuery(paths.home, { [FLAG_PARAM]: flag, [REASON_PARAM]: reason });
}

function noticeOf(flag: string, reason: string | null): string | null {
  const entries = NAVIGATION.flatMap((group) => group.entries);
  const screen = entries.find((entry) => entry.flag === flag)?.label;
  if (screen === undefined) return null;
  return reason === "unknown"
    ? `${screen} could not be opened because your feature flags could not be loaded. Check your internet connection, then try again.`
    : `${screen} is not turned on for you. Ask an administrator to turn on the feature flag ${flag}.`;
}

/** The notice to show; null without a redirect. Removes the redirect's parameters from the URL. */
export function useRedirectNotice(): string | null {
  const [params, setParams] = useSearchParams();
  const flag = params.get(FLAG_PARAM);
  const [notice, setNotice] = useState<string | null>(null);
  const next = flag === null ? notice : noticeOf(flag, params.get(REASON_PARAM));
  if (next !== notice) setNotice(next);

  useEffect(() => {
    if (flag !== null) setParams({}, { replace: true });
  }, [flag, setParams]);

  return next;
}
