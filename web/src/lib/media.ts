import { useCallback, useSyncExternalStore } from "react";

/** The breakpoints of all screens, as media queries. src/ui/media.css contains the same ones for style sheets. */
export const MEDIA = {
  phone: "(width < 640px)",
  narrow: "(width < 900px)",
  wide: "(width >= 1100px)",
} as const;

/** Whether the window has this width. The component is rendered again when the width passes the breakpoint. */
export function useMedia(name: keyof typeof MEDIA): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(MEDIA[name]);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [name],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(MEDIA[name]).matches);
}
