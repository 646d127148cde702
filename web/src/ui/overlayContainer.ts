import { createContext, use } from "react";

/** The element of the dialog around a component; null outside of dialogs. */
export const DialogElementContext = createContext<Element | null>(null);

/**
 * The element that contains the popups of a component: its dialog, so that the dialog's focus and its hiding of the
 * page apply to them, otherwise the outermost element with the theme's colors.
 */
export function useOverlayContainer(): Element | undefined {
  const dialog = use(DialogElementContext);
  return dialog ?? document.querySelector("[data-amplify-theme]") ?? undefined;
}
