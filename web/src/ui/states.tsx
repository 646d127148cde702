/** States of a screen, or of a part of one, that has no query: loading, empty and failed. Queries use QueryView. */
import { Alert, Loader } from "@aws-amplify/ui-react";
import type { ReactNode } from "react";
import { Button } from "./Button";

interface LoadingProps {
  /** The thing that is loaded, such as "your session". */
  readonly label: string;
}

export function Loading({ label }: LoadingProps) {
  return (
    <div className="state" role="status">
      <Loader size="large" aria-hidden="true" />
      <p>Loading {label}…</p>
    </div>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="state state-empty">{children}</div>;
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
    <Alert variation="error" role="alert" className="failure">
      <div className="failure-row">
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
