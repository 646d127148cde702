import { useLayoutEffect } from "react";

export const SHORTCUTS = [
  { keys: ["Ctrl", "K"], description: "Find fridges, screens, routes and more (⌘ K on a Mac)" },
  { keys: ["/"], description: "Find fridges, screens, routes and more" },
  { keys: ["?"], description: "Show the keyboard shortcuts" },
  { keys: ["F1"], description: "Show the help for the screen" },
  { keys: ["↑", "↓", "←", "→"], description: "Move between the cells of a table" },
  { keys: ["Enter"], description: "Open the selected result" },
  { keys: ["Esc"], description: "Close the dialog, the menu or the list" },
] as const;

const TYPES_TEXT = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';

const DIALOG = '[role="dialog"], [role="alertdialog"]';

export type ShortcutTarget = "search" | "shortcuts" | "help";

/** Opens the search, the list of shortcuts or the help with the keyboard, unless a dialog is open. */
export function useShortcuts(open: (what: ShortcutTarget) => void): void {
  // A key that is pressed as soon as the page is visible must not be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = shortcutOf(event);
      if (!target || document.querySelector(DIALOG)) return;
      event.preventDefault();
      open(target);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open]);
}

function shortcutOf(event: KeyboardEvent): ShortcutTarget | null {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing, target } = event;
  if (defaultPrevented || isComposing || altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" && !event.shiftKey ? "search" : null;
  if (key === "F1") return "help";
  if (target instanceof Element && target.closest(TYPES_TEXT)) return null;
  return key === "/" ? "search" : key === "?" ? "shortcuts" : null;
}
