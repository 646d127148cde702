import { useState } from "react";
import { messageOf } from "../../api/errors";
import { Button } from "../../ui/Button";
import { formatBusinessTime } from "../../ui/businessTime";
import { Empty, Failure, Loading } from "../../ui/states";
import { HEALTH_FAILURE } from "../fridgeHealth";
import { formatEventData } from "../rules/eventData";

interface ListedEvent {
  readonly key: string;
  readonly name: string;
  readonly at: string;
  /** JSON text. */
  readonly data: string | null;
}

interface Props {
  readonly label: string;
  /** Shown when there are no events. */
  readonly emptyText: string;
  readonly events: readonly ListedEvent[];
  readonly query: {
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Events added by each click. Small, because other sections follow the list. */
const STEP = 8;

/** A list of events, newest first, that grows on demand. */
export function EventList({ label, emptyText, events, query }: Props) {
  const [shown, setShown] = useState(STEP);

  function showMore() {
    setShown(shown + STEP);
    if (query.hasNextPage && events.length < shown + STEP) void query.fetchNextPage();
  }

  return (
    <>
      {query.isPending && <Loading label={label.toLowerCase()} />}
      {query.error && (
        <Failure
          message={messageOf(query.error, HEALTH_FAILURE)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!query.isPending && !query.error && events.length === 0 && <Empty>{emptyText}</Empty>}
      {events.length > 0 && (
        <ol className="fridge-events" aria-label={label}>
          {events.slice(0, shown).map(({ key, name, at, data }) => (
            <li key={key}>
              <strong>{name}</strong> <time dateTime={at}>{formatBusinessTime(at)}</time>
              {data && <span className="fridge-event-data">{formatEventData(data)}</span>}
            </li>
          ))}
        </ol>
      )}
      {(events.length > shown || query.hasNextPage) && (
        <div>
          <Button onClick={showMore} busy={query.isFetchingNextPage}>
            Earlier events
          </Button>
        </div>
      )}
    </>
  );
}
