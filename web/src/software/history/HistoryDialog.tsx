import { useInfiniteQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { businessMinute } from "../../ui/businessTime";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty, Failure, Loading } from "../../ui/states";
import { labelOf } from "../artifacts";
import { softwareHistory, type SoftwareChange, type Versions } from "../queries";
import { RunningVersions } from "./RunningVersions";

const FAILURE = "There was an error querying data, please refresh page and try again.";
const EVENTS: Readonly<Record<string, string>> = { DEPLOYED: "deployed", ROLLED_BACK: "rolled back" };

interface Props {
  readonly id: string;
  /** What is deployed to it. */
  readonly deployed: Versions;
  readonly onClose: () => void;
}

/** What is deployed to a fridge, whether it runs that, and what was deployed to it before, newest first. */
export function HistoryDialog({ id, deployed, onClose }: Props) {
  const history = useInfiniteQuery(softwareHistory(id));
  const changes = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog title={`Software of ${id}`} wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <RunningVersions id={id} deployed={deployed} />
      <h3>History</h3>
      {history.error && (
        <Failure
          message={messageOf(history.error, FAILURE)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isPending && <Loading what="history" />}
      {history.data && changes.length === 0 && <Empty>Nothing was deployed to this fridge yet</Empty>}
      {changes.length > 0 && (
        <ol className="software-changes">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage} busyText="Loading…">
          Earlier
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
        {EVENTS[event] ?? event} by {user}, <time dateTime={at}>{businessMinute(at)}</time>
      </span>
    </li>
  );
}
