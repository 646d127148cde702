import { useState, useSyncExternalStore } from "react";

let isPressed = false;
const listeners = new Set<() => void>();

function setPressed(pressed: boolean): void {
  if (isPressed === pressed) return;
  isPressed = pressed;
  for (const notify of listeners) notify();
}

function onPointerDown({ button }: PointerEvent): void {
  if (button === 0) setPressed(true);
}

/** The browser dispatches the click after this event, in the same task. */
function onPointerUp(): void {
  setTimeout(() => setPressed(false));
}

const RELEASES = ["pointerup", "pointercancel", "contextmenu"] as const;

function subscribe(onChange: () => void): () => void {
  if (listeners.size === 0) {
    isPressed = false;
    document.addEventListener("pointerdown", onPointerDown, true);
    for (const release of RELEASES) document.addEventListener(release, onPointerUp, true);
  }
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    document.removeEventListener("pointerdown", onPointerDown, true);
    for (const release of RELEASES) document.removeEventListener(release, onPointerUp, true);
  };
}

/**
 * The error to show at a field. It changes only while the pointer is not pressed: a press on a button moves the focus out
 * of a field, and an error that appears or disappears then would move the button away from the pointer before the click.
 */
export function useErrorAfterPress(error: string | undefined): string | undefined {
  const pressed = useSyncExternalStore(subscribe, () => isPressed);
  const [shown, setShown] = useState(error);
  if (pressed || shown === error) return shown;
  setShown(error);
  return error;
}
