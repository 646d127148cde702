import { useEffect } from "react";
import { toastNotice } from "../lib/toast";
import { CHECK_INTERVAL, STALE_VERSION, isStale, scriptsOf } from "./staleVersion";

/** Checks every five minutes for a newer version. Shows a notice until the page is refreshed. */
export function useStaleVersionCheck(): void {
  useEffect(() => {
    const running = scriptsOf(document.documentElement.outerHTML);
    const timer = setInterval(() => {
      void isStale(running).then((stale) => {
        if (!stale) return;
        toastNotice("stale-version", STALE_VERSION);
        clearInterval(timer);
      });
    }, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}
