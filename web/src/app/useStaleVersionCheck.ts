import { useEffect } from "react";
import { toastNotice } from "../ui/toast";
import { CHECK_EVERY, STALE_VERSION, isStale, mainScriptOf } from "./staleVersion";

/** Looks every five minutes whether a newer version was published, and says so until the page is refreshed. */
export function useStaleVersionCheck(): void {
  useEffect(() => {
    const running = mainScriptOf(document.documentElement.outerHTML);
    const timer = setInterval(() => {
      void isStale(running).then((stale) => {
        if (!stale) return;
        toastNotice("stale-version", STALE_VERSION);
        clearInterval(timer);
      });
    }, CHECK_EVERY);
    return () => clearInterval(timer);
  }, []);
}
