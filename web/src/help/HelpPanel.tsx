import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useMedia } from "../lib/media";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { IconButton } from "../ui/PlainButton";
import { HelpContent } from "./HelpContent";
import styles from "./helpPanel.module.css";

interface Props {
  readonly onClose: () => void;
}

/** Shows the help for the current screen: next to it, or above it if the window is narrow. */
export default function HelpPanel({ onClose }: Props) {
  const { pathname } = useLocation();
  const narrow = useMedia("narrow");
  const content = <HelpContent key={pathname} pathname={pathname} />;
  if (!narrow) return <SidePanel onClose={onClose}>{content}</SidePanel>;
  return (
    <Dialog side title="Help" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {content}
    </Dialog>
  );
}

/** A panel next to the screen, which stays usable. Escape in the panel closes it, and the focus returns. */
function SidePanel({ onClose, children }: Props & { readonly children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    const element = panel.current;
    const previous = document.activeElement;
    title.current?.focus();
    return () => {
      if (element?.contains(document.activeElement) && previous instanceof HTMLElement) previous.focus();
    };
  }, []);

  useLayoutEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape first clears the search.
      const clears = event.target instanceof HTMLInputElement && event.target.value !== "";
      if (event.key === "Escape" && !event.defaultPrevented && !clears) onClose();
    };
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [onClose]);

  return (
    <aside ref={panel} className={styles.panel} aria-label="Help">
      <header className={styles.header}>
        <h2 ref={title} tabIndex={-1}>
          Help
        </h2>
        <IconButton label="Close help" onClick={onClose}>
          ×
        </IconButton>
      </header>
      {children}
    </aside>
  );
}
