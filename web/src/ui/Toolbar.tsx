import type { ReactNode } from "react";
import styles from "./toolbar.module.css";

interface Props {
  /** The name of the search landmark, if the controls filter the content below. */
  readonly landmark?: string;
  /** `end` for fields with labels above them, `start` if some have hints below, `center` for texts and buttons. */
  readonly align?: "start" | "end" | "center";
  readonly children: ReactNode;
}

/** A row of controls that wraps, such as the filters and the actions above a list. */
export function Toolbar({ landmark, align = "end", children }: Props) {
  const attributes = { className: styles.toolbar, "data-align": align };
  if (landmark === undefined) return <div {...attributes}>{children}</div>;
  return (
    <search {...attributes} aria-label={landmark}>
      {children}
    </search>
  );
}

interface ActionsProps {
  readonly children: ReactNode;
}

/** The buttons at the end of a toolbar. */
export function ToolbarActions({ children }: ActionsProps) {
  return <div className={styles.actions}>{children}</div>;
}
