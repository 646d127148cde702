import { useLayoutEffect } from "react";
import { exemptFromIdleSignOut } from "./idle";

/** Exempts the screen from the idle sign-out while it is mounted and visible: see `exemptFromIdleSignOut`. */
export function useIdleExemption(): void {
  // Before the next screen is painted, the session ends if it has expired.
  useLayoutEffect(() => exemptFromIdleSignOut(), []);
}
