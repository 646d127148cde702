import { useSyncExternalStore } from "react";

/** On a narrow screen, lists show cards instead of lines. The style sheets use the same breakpoint. */
const NARROW_SCREEN = "(max-width: 899px)";

export function useIsNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

function isNarrow(): boolean {
  return window.matchMedia(NARROW_SCREEN).matches;
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(NARROW_SCREEN);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
