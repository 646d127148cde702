import type { ReactNode } from "react";
import { missingPermissionMessage, type Action } from "../../api/actions";
import { messageOf } from "../../api/errors";
import { CenteredMessage } from "../states";
import { Muted } from "../text";

export interface ForbiddenProps {
  /** The activity that the user has no permission for, such as "view locations". */
  readonly activity: string;
  /** The missing permission. One of several is enough. */
  readonly permission?: Action | readonly Action[] | undefined;
  /** The server's error, if it rejected a request. */
  readonly error?: unknown;
  /** Further help, such as a link. */
  readonly children?: ReactNode;
}

/** Replaces content that the user has no permission for. Names the missing permission. */
export function Forbidden({ activity, permission, error, children }: ForbiddenProps) {
  return (
    <CenteredMessage role="alert">
      <h2>You don't have permission to {activity}</h2>
      <p>{messageOf(error, "Error! User Action Prohibited!")}</p>
      {permission !== undefined && <p>{missingPermissionMessage(permission)}</p>}
      <Muted as="p">Ask an administrator for access, then reload this page.</Muted>
      {children}
    </CenteredMessage>
  );
}
