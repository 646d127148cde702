/** The states of a screen, or of a part of one, without data: loading, empty, failed and forbidden. */
import { Alert, Loader } from "@aws-amplify/ui-react";
import type { ReactNode } from "react";
import { messageOf } from "../api/errors";
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
}

/** Shows that loading or saving failed. Data that was loaded earlier can stay visible. */
export function Failure({ message, onRetry, retrying }: FailureProps) {
  return (
    <Alert variation="error" role="alert" className="failure">
      <div className="failure-row">
        <span>{message}</span>
        {onRetry && (
          <Button onClick={onRetry} busy={retrying} busyText="Retrying…">
            Retry
          </Button>
        )}
      </div>
    </Alert>
  );
}

interface ForbiddenProps {
  /** The action that the user has no permission for, such as "view locations". */
  readonly action: string;
  /** The server's error, if it rejected a request. */
  readonly error?: unknown;
}

export function Forbidden({ action, error }: ForbiddenProps) {
  return (
    <div className="state" role="alert">
      <h2>You don't have permission to {action}</h2>
      <p>{messageOf(error, "Error! User Action Prohibited!")}</p>
      <p className="muted">Ask an administrator for access, then reload this page.</p>
    </div>
  );
}
