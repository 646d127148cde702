/** Settings that this browser remembers. They last longer than a session, so they contain no business data. */
import { useSyncExternalStore } from "react";

/** Settings that the browser could not store, for example because its storage is full or denied. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

export function readSetting(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeSetting(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  for (const notify of listeners) notify();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** The setting; null if it is not set. The component is rendered again when it changes, in this tab or another. */
export function useSetting(key: string): string | null {
  return useSyncExternalStore(subscribe, () => readSetting(key));
}
