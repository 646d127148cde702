/** States of a screen, or of a part of one, that has no query: loading, empty and failed. Queries use QueryView. */
import type { ReactNode } from "react";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { Loader } from "./Loader";
import styles from "./states.module.css";

interface MessageProps {
  readonly as?: "div" | "main";
  /** Whether the message is alone in the window. */
  readonly fillsWindow?: boolean;
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
}

/** A centered message in place of other content. */
export function CenteredMessage({ as: Element = "div", fillsWindow = false, role, children }: MessageProps) {
  return (
    <Element className={fillsWindow ? `${styles.message} ${styles.window}` : styles.message} role={role}>
      {children}
    </Element>
  );
}

interface LoadingProps {
  /** The thing that is loaded, such as "your session". */
  readonly label: string;
}

export function Loading({ label }: LoadingProps) {
  return (
    <CenteredMessage role="status">
      <Loader size="large" />
      <p>Loading {label}…</p>
    </CenteredMessage>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className={`${styles.message} ${styles.empty}`}>{children}</div>;
}

interface FailureProps {
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
  /** Details below the message. */
  readonly children?: ReactNode;
}

/** Shows that loading or saving failed. Data that was loaded earlier can stay visible. */
export function Failure({ message, onRetry, retrying, children }: FailureProps) {
  return (
    <Alert variation="error" role="alert" className={styles.failure}>
      <div className={styles.failureRow}>
        <div>
          <span>{message}</span>
          {children}
        </div>
        {onRetry && (
          <Button onClick={onRetry} busy={retrying} busyText="Retrying…">
            Retry
          </Button>
        )}
      </div>
    </Alert>
  );
}
