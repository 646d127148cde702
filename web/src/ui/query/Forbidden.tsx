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
}

/** Replaces content that the user has no permission for. Names the missing permission. */
export function Forbidden({ activity, permission, error }: ForbiddenProps) {
  return (
    <CenteredMessage role="alert">
      <h2>You don't have permission to {activity}</h2>
      <p>{messageOf(error, "Error! User Action Prohibited!")}</p>
      {permission !== undefined && <p>{missingPermissionMessage(permission)}</p>}
      <Muted as="p">Ask an administrator for access, then reload this page.</Muted>
    </CenteredMessage>
  );
}
