import { useEffect, type ReactNode } from "react";
import { CombinedErrors } from "./query/CombinedErrors";
import styles from "./page.module.css";

interface FrameProps {
  /** Whether the page fills the window and its content scrolls inside it. */
  readonly fill?: boolean | undefined;
  readonly children: ReactNode;
}

interface Props extends FrameProps {
  readonly title: string;
  /** Content next to the title, such as counts, the age of the data and actions. */
  readonly aside?: ReactNode;
}

/** A screen below the navigation bar. Its title is the document's title and the only `h1`. */
export function Page({ title, aside, fill, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Larder`;
  }, [title]);
  return (
    <PageFrame fill={fill}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </header>
      <CombinedErrors>{children}</CombinedErrors>
    </PageFrame>
  );
}

/** The layout of a screen without a title bar. */
export function PageFrame({ fill = false, children }: FrameProps) {
  return <div className={fill ? `${styles.page} ${styles.fill}` : styles.page}>{children}</div>;
}
