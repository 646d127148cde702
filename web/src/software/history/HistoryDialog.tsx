import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { flattenPages } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { Muted } from "../../ui/text";
import { labelOf } from "../artifacts";
import { QUERY_FAILURE, softwareHistory, type SoftwareChange, type Versions } from "../queries";
import styles from "./history.module.css";
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
  return (
    <Dialog title={`Software of ${id}`} wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <RunningVersions id={id} deployed={deployed} />
      <h3>History</h3>
      <QueryView
        query={flattenPages(history)}
        label="history"
        error={QUERY_FAILURE}
        forbidden={{ activity: "view the history" }}
        empty={{ title: "No deployments to this fridge yet" }}
        skeleton={<Skeleton label="history" rows={3} />}
      >
        {(changes) => (
          <ol className={styles.changes}>
            {changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ol>
        )}
      </QueryView>
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
      <Muted>
        {EVENTS[event] ?? event} by {user}, <time dateTime={at}>{formatDateTime(at)}</time>
      </Muted>
    </li>
  );
}
