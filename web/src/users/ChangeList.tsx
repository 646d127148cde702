import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { formatDateTime } from "../lib/formats";
import { Button } from "../ui/Button";
import { flattenPages } from "../ui/query/query";
import { QueryView } from "../ui/query/QueryView";
import { Skeleton } from "../ui/query/Skeleton";
import type { AccessChange } from "./staff";

const EVENT_LABELS: Readonly<Record<string, string>> = {
  GRANTED: "Granted",
  REVOKED: "Removed",
  COPIED: "Copied",
  INVITED: "Invited",
  INVITED_AGAIN: "Invitation sent again",
  DISABLED: "Disabled",
  ENABLED: "Enabled",
  TURNED_ON: "Turned on for",
  TURNED_OFF: "Turned off for",
};

interface Props {
  readonly query: Parameters<typeof flattenPages<AccessChange>>[0] &
    Pick<UseInfiniteQueryResult, "hasNextPage" | "fetchNextPage" | "isFetchingNextPage">;
}

/** The history of a user's permissions or of a feature flag, newest first. */
export function ChangeList({ query }: Props) {
  return (
    <>
      <QueryView
        query={flattenPages(query)}
        label="history"
        error="Unable to load the history, Please check your internet and your permissions"
        forbidden={{ activity: "view the history", permission: "ManagePermissions" }}
        empty={{ title: "No changes yet" }}
        skeleton={<Skeleton label="history" rows={4} />}
      >
        {(changes) => (
          <ol className="change-list">
            {changes.map(({ id, at, user, event, given, taken, reason }) => (
              <li key={id}>
                <span>
                  <strong>{EVENT_LABELS[event] ?? event}</strong> {[...given, ...taken].join(", ")}
                  {reason && <span className="muted"> · {reason}</span>}
                </span>
                <span className="muted">
                  <time dateTime={at}>{formatDateTime(at)}</time> by {user}
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage}>
          Show earlier changes
        </Button>
      )}
    </>
  );
}
