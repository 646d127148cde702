/** The automatic refresh of the dashboard and its limit (STK-3). */
import { useCallback, useEffect, useRef } from "react";
import { toastNotice } from "../../lib/toast";
import { MAX_REFRESHES, REFRESH_INTERVAL } from "../rules/refresh";

export const RELOAD_MESSAGE = "You have been on this page for a while. Please refresh the page to continue.";

/**
 * Refreshes every two minutes. Returns a function that refreshes immediately. After `MAX_REFRESHES` it shows a permanent
 * message instead.
 */
export function useRefresh(refresh: () => void): () => void {
  const count = useRef(0);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });

  const refreshNow = useCallback(() => {
    if (count.current >= MAX_REFRESHES) {
      toastNotice("stocking-refreshes", RELOAD_MESSAGE);
      return;
    }
    count.current += 1;
    latest.current();
  }, []);

  useEffect(() => {
    const timer = setInterval(refreshNow, REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, [refreshNow]);

  return refreshNow;
}
