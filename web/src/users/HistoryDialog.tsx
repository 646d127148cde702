import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { formatDateTime } from "../lib/formats";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { flattenPages } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import { Muted } from "../ui/text";
import styles from "./historyDialog.module.css";
import type { AccessChange } from "./staff";

const EVENT_LABELS: Readonly<Record<string, string>> = {
  GRANTED: "Granted",
  REVOKED: "Removed",
  COPIED: "Copied",
  ROLE_APPLIED: "Role applied",
  CREATED: "Created",
  UPDATED: "Changed",
  REMOVED: "Removed",
  RESTORED: "Default restored",
  INVITED: "Invited",
  INVITED_AGAIN: "Invitation sent again",
  DISABLED: "Disabled",
  ENABLED: "Enabled",
  TURNED_ON: "Turned on for",
  TURNED_OFF: "Turned off for",
};

/** The changed names. If some were added and others removed, a sign in front of each name distinguishes them. */
function formatChange(given: readonly string[], taken: readonly string[]): string {
  if (given.length === 0 || taken.length === 0) return [...given, ...taken].join(", ");
  return [...given.map((name) => `+${name}`), ...taken.map((name) => `−${name}`)].join(", ");
}

interface Props {
  /** The email of a user, a feature flag or a role. */
  readonly subject: string;
  readonly query: Parameters<typeof flattenPages<AccessChange>>[0] &
    Pick<UseInfiniteQueryResult, "hasNextPage" | "fetchNextPage" | "isFetchingNextPage">;
  readonly onClose: () => void;
}

/** The history of a user's permissions and account, of a feature flag or of a role, newest first. */
export function HistoryDialog({ subject, query, onClose }: Props) {
  return (
    <Dialog title={`History of ${subject}`} onClose={onClose} wide actions={<Button onClick={onClose}>Close</Button>}>
      <QueryView
        query={flattenPages(query)}
        label="history"
        error="Unable to load the history, Please check your internet and your permissions"
        forbidden={{ activity: "view the history", permission: "ManagePermissions" }}
        empty={{ title: "No changes yet" }}
        skeleton={<Skeleton label="history" rows={4} />}
      >
        {(changes) => (
          <ol className={styles.changes}>
            {changes.map(({ id, at, user, event, given, taken, reason }) => (
              <li key={id}>
                <span>
                  <strong>{EVENT_LABELS[event] ?? event}</strong> {formatChange(given, taken)}
                  {reason && <Muted> · {reason}</Muted>}
                </span>
                <small>
                  <Muted>
                    <time dateTime={at}>{formatDateTime(at)}</time> by {user}
                  </Muted>
                </small>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      {query.hasNextPage && (
        <div>
          <Button onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage}>
            Show earlier changes
          </Button>
        </div>
      )}
    </Dialog>
  );
}
