import { useInfiniteQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { Empty, Failure, Loading } from "../../ui/states";
import { formatHour } from "../hours";
import { HISTORY_FAILURE, planogramHistoryQuery, type HistoryEntry } from "../planograms";

/** Lists the scheduled changes of a layout with their users, newest first. */
export function History({ layoutName }: { readonly layoutName: string }) {
  const history = useInfiniteQuery(planogramHistoryQuery(layoutName));
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="planogram-history" aria-label="History">
      <h3>History</h3>
      {history.isPending && <Loading label="history" />}
      {history.isError && (
        <Failure
          message={messageOf(history.error, HISTORY_FAILURE)}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isSuccess && entries.length === 0 && <Empty>No history yet</Empty>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {history.hasNextPage && (
        <div>
          <Button onClick={() => void history.fetchNextPage()} busy={history.isFetchingNextPage} busyText="Loading…">
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ entry: { at, user, event, changes } }: { readonly entry: HistoryEntry }) {
  const slots = `${changes.length} ${changes.length === 1 ? "slot" : "slots"}`;
  const hours = [...new Set(changes.map(({ activeHour }) => activeHour))];
  const when = hours.length === 1 && hours[0] ? `from ${formatHour(hours[0])}` : `at ${hours.length} hours`;
  return (
    <details>
      <summary>
        <span className="muted">{formatHour(at)}</span> {user} {event === "CREATED" ? "created it with" : "scheduled"}{" "}
        {slots} {event !== "CREATED" && when}
      </summary>
      <table className="planogram-changes">
        <thead>
          <tr>
            <th scope="col">Slot</th>
            <th scope="col">Item</th>
            <th scope="col">Previous item</th>
            <th scope="col">Active from</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ slot, activeHour, from, to }) => (
            <tr key={`${slot} ${activeHour}`}>
              <td>{slot}</td>
              <td>{to}</td>
              <td>{from}</td>
              <td>{formatHour(activeHour)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
