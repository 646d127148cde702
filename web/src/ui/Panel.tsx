import { useId, type ReactNode } from "react";
import styles from "./panel.module.css";

interface Props {
  readonly title: string;
  /** Content next to the title, such as a count or a button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A bordered section of a screen with a title. */
export function Panel({ title, aside, children }: Props) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Panels side by side, or below each other if the screen is narrow. */
export function Panels({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>;
}
