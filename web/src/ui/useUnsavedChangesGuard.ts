import { useEffect, useEffectEvent } from "react";
import { useBlocker, type Location } from "react-router";
import { useConfirm, type ConfirmOptions } from "./confirm";

/**
 * Asks for confirmation before the user leaves a screen with unsaved changes. Closing the tab shows the browser's own
 * prompt.
 *
 * @param hasChanges whether there are unsaved changes
 * @param options the text of the confirmation dialog
 * @param param a URL parameter whose change also discards the changes, such as the day of the screen
 */
export function useUnsavedChangesGuard(hasChanges: boolean, options: ConfirmOptions, param?: string): void {
  const confirm = useConfirm();
  const screenOf = ({ pathname, search }: Location) =>
    `${pathname} ${param ? (new URLSearchParams(search).get(param) ?? "") : ""}`;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasChanges && screenOf(currentLocation) !== screenOf(nextLocation),
  );

  const confirmNavigation = useEffectEvent(async () => {
    if (await confirm({ cancel: "Stay", danger: true, ...options })) blocker.proceed?.();
    else blocker.reset?.();
  });
  const blocked = blocker.state === "blocked";
  useEffect(() => {
    if (blocked) void confirmNavigation();
  }, [blocked]);

  useEffect(() => {
    if (!hasChanges) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [hasChanges]);
}
