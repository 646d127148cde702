/** Why the home page is shown in place of a screen that a feature flag gates. */
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Flag } from "../session/permissions";
import { NAVIGATION } from "./navigation";

/** Whether the flag is off for the user, or the flags could not be loaded. */
type Reason = "off" | "unknown";

const FLAG = "flag";
const REASON = "reason";

/** The home page's address after a redirect from a screen that the flag gates. */
export function homeAfterRedirect(flag: Flag, reason: Reason): string {
  return `/home?${new URLSearchParams({ [FLAG]: flag, [REASON]: reason }).toString()}`;
}

function noticeOf(flag: string, reason: string | null): string | null {
  const entries = NAVIGATION.flatMap((group) => group.entries);
  const screen = entries.find((entry) => entry.flag === flag)?.label;
  if (screen === undefined) return null;
  return reason === "unknown"
    ? `${screen} could not be opened, because your feature flags could not be loaded. Check your internet and try again.`
    : `${screen} is not turned on for you. Ask an administrator to turn on the feature flag ${flag}.`;
}

/** What to say about a redirect; null where there was none. The address is that of the home page again afterwards. */
export function useRedirectNotice(): string | null {
  const [params, setParams] = useSearchParams();
  const flag = params.get(FLAG);
  const [notice, setNotice] = useState<string | null>(null);
  const next = flag === null ? notice : noticeOf(flag, params.get(REASON));
  if (next !== notice) setNotice(next);

  useEffect(() => {
    if (flag !== null) setParams({}, { replace: true });
  }, [flag, setParams]);

  return next;
}
