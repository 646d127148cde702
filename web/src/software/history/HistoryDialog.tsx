import { useInfiniteQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { formatBusinessDateTime } from "../../ui/businessTime";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty, Failure, Loading } from "../../ui/states";
import { labelOf } from "../artifacts";
import { QUERY_FAILURE, softwareHistory, type SoftwareChange, type Versions } from "../queries";
import { RunningVersions } from "./RunningVersions";

const EVENTS: Readonly<Record<string, string>> = { DEPLOYED: "deployed", ROLLED_BACK: "rolled back" };

interface Props {
  readonly id: string;
  /** The versions deployed to the fridge. */
  readonly deployed: Versions;
  readonly onClose: () => void;
}

/** Deployed and running versions of a fridge, and its deployment history, newest first. */
export function HistoryDialog({ id, deployed, onClose }: Props) {
  const history = useInfiniteQuery(softwareHistory(id));
  const changes = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog title={`Software of ${id}`} wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <RunningVersions id={id} deployed={deployed} />
      <h3>History</h3>
      {history.error && (
        <Failure
          message={messageOf(history.error, QUERY_FAILURE)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isPending && <Loading label="history" />}
      {history.data && changes.length === 0 && <Empty>No deployments to this fridge yet</Empty>}
      {changes.length > 0 && (
        <ol className="software-changes">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage} busyText="Loading…">
          Load earlier
        </Button>
      )}
    </Dialog>
  );
}

function Change({ change: { at, user, event, artifactType, from, to } }: { readonly change: SoftwareChange }) {
  return (
    <li>
      <strong>{labelOf(artifactType)}</strong>{" "}
      <span>
        {from ?? "none"} → {to ?? "none"}
      </span>
      <span className="muted">
        {EVENTS[event] ?? event} by {user}, <time dateTime={at}>{formatBusinessDateTime(at)}</time>
      </span>
    </li>
  );
}
