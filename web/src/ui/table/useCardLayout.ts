import { useSyncExternalStore } from "react";

/** On a narrower screen, each row is a card. DataTable.module.css uses the same breakpoint. */
const CARDS = "(max-width: 639px)";

export function useCardLayout(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(CARDS).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(CARDS);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
