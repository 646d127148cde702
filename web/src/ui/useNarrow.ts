import { useSyncExternalStore } from "react";

/** A screen on which lists show cards in place of lines; their style sheets draw the line here too. */
const NARROW = "(max-width: 899px)";

export function useNarrow(): boolean {
  return useSyncExternalStore(watch, isNarrow);
}

function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}

function watch(changed: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}
