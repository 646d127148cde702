/** What a screen, or a part of one, shows when it has nothing else to show. */
import { Alert, Loader } from "@aws-amplify/ui-react";
import type { ReactNode } from "react";
import { messageOf } from "../api/errors";
import { Button } from "./Button";

export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="state" role="status">
      <Loader size="large" aria-hidden="true" />
      <p>Loading {what}…</p>
    </div>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="state state-empty">{children}</div>;
}

interface FailureProps {
  /** The words for this failure. */
  readonly message: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean | undefined;
}

/** A load that failed. What was loaded before may well stay beside it. */
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
  /** What the person cannot do, as "see the locations". */
  readonly to: string;
  /** The server's refusal, where it was asked. */
  readonly error?: unknown;
}

export function Forbidden({ to, error }: ForbiddenProps) {
  return (
    <div className="state" role="alert">
      <h2>Your permissions do not let you {to}</h2>
      <p>{messageOf(error, "Error! User Action Prohibited!")}</p>
      <p className="muted">Somebody who manages permissions can grant them; then reload this page.</p>
    </div>
  );
}
