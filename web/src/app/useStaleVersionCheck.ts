import { useEffect } from "react";
import { toastNotice } from "../ui/toast";
import { CHECK_EVERY, STALE_VERSION, isStale, scriptsOf } from "./staleVersion";

/** Looks every five minutes whether a newer version was published, and says so until the page is refreshed. */
export function useStaleVersionCheck(): void {
  useEffect(() => {
    const running = scriptsOf(document.documentElement.outerHTML);
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
