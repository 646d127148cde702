import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { messageOf } from "../api/errors";
import { Button } from "../ui/Button";
import { formatBusinessTime } from "../ui/businessTime";
import { Empty, Failure, Loading } from "../ui/states";
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
  readonly changes: readonly AccessChange[] | undefined;
  readonly query: Pick<
    UseInfiniteQueryResult,
    "isPending" | "error" | "isFetching" | "refetch" | "hasNextPage" | "fetchNextPage" | "isFetchingNextPage"
  >;
}

/** The history of a user's permissions or of a feature flag, newest first. */
export function ChangeList({ changes, query }: Props) {
  return (
    <>
      {query.error && (
        <Failure
          message={messageOf(
            query.error,
            "Unable to load the history, Please check your internet and your permissions",
          )}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && <Loading label="history" />}
      {changes?.length === 0 && <Empty>No changes yet</Empty>}
      {changes && changes.length > 0 && (
        <ol className="change-list">
          {changes.map(({ id, at, user, event, given, taken, reason }) => (
            <li key={id}>
              <span>
                <strong>{EVENT_LABELS[event] ?? event}</strong> {[...given, ...taken].join(", ")}
                {reason && <span className="muted"> · {reason}</span>}
              </span>
              <span className="muted">
                <time dateTime={at}>{formatBusinessTime(at)}</time> by {user}
              </span>
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage}>
          Show earlier changes
        </Button>
      )}
    </>
  );
}
