import { Suspense, lazy, type ComponentProps } from "react";
import type { Dialog } from "./Dialog";

/** Loads the dialog before it is needed, so that it opens at once and without a connection. */
export const preloadDialog = () => import("./Dialog");

/** Loads what opens over a screen: the dialog and the popover of buttons. */
export const preloadOverlays = () => Promise.all([preloadDialog(), import("./PopoverDialog")]);

const LoadedDialog = lazy(async () => ({ default: (await preloadDialog()).Dialog }));

/** The dialog for code that every screen loads. The dialog's library is not part of the first files. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}
