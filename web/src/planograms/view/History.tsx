import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { HISTORY_FAILURE, planogramHistoryQuery, type HistoryEntry } from "../planograms";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { flattenPages } from "../../ui/query/query";

/** Lists the scheduled changes of a layout with their users, newest first. */
export function History({ layoutName }: { readonly layoutName: string }) {
  const history = useInfiniteQuery(planogramHistoryQuery(layoutName));
  return (
    <section className="planogram-history" aria-label="History">
      <h3>History</h3>
      <QueryView
        query={flattenPages(history)}
        label="history"
        error={HISTORY_FAILURE}
        forbidden={{ activity: "view the history", permission: "GetUniqueLayoutNames" }}
        empty={{ title: "No history yet" }}
        skeleton={<Skeleton label="history" rows={3} />}
      >
        {(entries) => entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </QueryView>
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
  const when =
    hours.length === 1 && hours[0] ? `from ${formatDateTime(hours[0], { weekday: true })}` : `at ${hours.length} hours`;
  return (
    <details>
      <summary>
        <span className="muted">{formatDateTime(at, { weekday: true })}</span> {user}{" "}
        {event === "CREATED" ? "created it with" : "scheduled"} {slots} {event !== "CREATED" && when}
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
              <td>{formatDateTime(activeHour, { weekday: true })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
