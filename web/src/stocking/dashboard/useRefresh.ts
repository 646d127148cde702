/** The dashboard refreshes itself, though not for ever (spec of fleet operations, 4.4, 8 and 9). */
import { useCallback, useEffect, useRef } from "react";
import { toastNotice } from "../../ui/toast";

export const REFRESH_EVERY = 120_000;
export const MOST_REFRESHES = 240;
export const RELOAD_THE_PAGE = "You have been on this page for a while. Please refresh the page to continue.";

/**
 * Refreshes every two minutes; answers how to do it at once. After the last one that is allowed a message stays in place
 * of the next.
 */
export function useRefresh(refresh: () => void): () => void {
  const done = useRef(0);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });

  const refreshNow = useCallback(() => {
    if (done.current >= MOST_REFRESHES) {
      toastNotice("stocking-refreshes", RELOAD_THE_PAGE);
      return;
    }
    done.current += 1;
    latest.current();
  }, []);

  useEffect(() => {
    const ticking = setInterval(refreshNow, REFRESH_EVERY);
    return () => clearInterval(ticking);
  }, [refreshNow]);

  return refreshNow;
}
