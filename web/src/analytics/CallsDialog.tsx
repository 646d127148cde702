import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../api/errors";
import { Button } from "../ui/Button";
import { formatBusinessTime } from "../ui/businessTime";
import { DateField } from "../ui/DateField";
import { Dialog } from "../ui/Dialog";
import { Empty, Failure, Loading } from "../ui/states";
import { routeCallsQuery } from "./usage";

interface Props {
  readonly route: string;
  /** The initial day. */
  readonly initialDay: string;
  readonly onClose: () => void;
}

/** The calls of a route on a day, newest first. Failed calls are highlighted. */
export function CallsDialog({ route, initialDay, onClose }: Props) {
  const [day, setDay] = useState(initialDay);
  const calls = useInfiniteQuery(routeCallsQuery(route, day));
  const listed = calls.data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog title={`Calls of ${route}`} onClose={onClose} wide actions={<Button onClick={onClose}>Close</Button>}>
      <DateField label="Day" value={day} onChange={setDay} />
      {calls.error && (
        <Failure
          message={messageOf(calls.error, "Unable to load calls, Please check your internet and your permissions")}
          onRetry={() => void calls.refetch()}
          retrying={calls.isFetching}
        />
      )}
      {calls.isPending && <Loading label="calls" />}
      {listed?.length === 0 && <Empty>No calls on this day. Calls are kept for 30 days.</Empty>}
      {listed && listed.length > 0 && (
        <table className="usage-calls">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">User</th>
              <th scope="col">Outcome</th>
              <th scope="col">ms</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ id, at, user, outcome, milliseconds }) => (
              <tr key={id}>
                <td>{formatBusinessTime(at)}</td>
                <td>{user ?? "Unknown"}</td>
                <td>{outcome === "Ok" ? "Ok" : <strong className="usage-failure">{outcome}</strong>}</td>
                <td>{milliseconds.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {calls.hasNextPage && (
        <Button onClick={() => void calls.fetchNextPage()} busy={calls.isFetchingNextPage}>
          Show earlier calls
        </Button>
      )}
    </Dialog>
  );
}
