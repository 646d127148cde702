/** Texts that differ from the text around them. */
import type { ReactNode } from "react";
import styles from "./text.module.css";

interface MutedProps {
  readonly as?: "span" | "p" | "li" | "div";
  /** `status` if the text changes while the screen is open, so that screen readers read it again. */
  readonly role?: "status";
  readonly children: ReactNode;
}

/** Secondary text in a lighter color. */
export function Muted({ as: Element = "span", role, children }: MutedProps) {
  return (
    <Element className={styles.muted} role={role}>
      {children}
    </Element>
  );
}

interface HiddenProps {
  readonly as?: "span" | "p" | "legend" | "h2" | "h3";
  readonly role?: "status";
  readonly children: ReactNode;
}

/** Text that only screen readers read. */
export function VisuallyHidden({ as: Element = "span", role, children }: HiddenProps) {
  return (
    <Element className={styles.visuallyHidden} role={role}>
      {children}
    </Element>
  );
}

/** An identifier in monospace. It never wraps. */
export function Identifier({ children }: { readonly children: ReactNode }) {
  return <span className={styles.identifier}>{children}</span>;
}
