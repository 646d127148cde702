import { useState } from "react";
import { Button } from "../../ui/Button";
import { mapQuery, type QueryState } from "../../ui/query/query";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import { HEALTH_FAILURE } from "../fridgeHealth";
import { useFridgeTime } from "../fridgeZone";
import { formatEventData } from "../rules/eventData";
import styles from "./eventList.module.css";

interface ListedEvent {
  readonly key: string;
  readonly name: string;
  readonly at: string;
  /** JSON text. */
  readonly data: string | null;
}

interface Props {
  /** The id of the fridge, which determines the zone of the times. */
  readonly fridge: string;
  readonly label: string;
  /** Shown when there are no events. */
  readonly emptyText: string;
  readonly events: readonly ListedEvent[];
  readonly query: QueryState<unknown> & {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Events added by each click. Small, because other sections follow the list. */
const STEP = 8;

/** A list of events, newest first, that grows on demand. */
export function EventList({ fridge, label, emptyText, events, query }: Props) {
  const [shown, setShown] = useState(STEP);
  const format = useFridgeTime(fridge);

  function showMore() {
    setShown(shown + STEP);
    if (query.hasNextPage && events.length < shown + STEP) void query.fetchNextPage();
  }

  return (
    <>
      <QueryView
        query={mapQuery(query, () => events)}
        label={label.toLowerCase()}
        error={HEALTH_FAILURE}
        empty={{ title: emptyText }}
        skeleton={<Skeleton label={label.toLowerCase()} rows={STEP} />}
      >
        {() => (
          <ol className={styles.events} aria-label={label}>
            {events.slice(0, shown).map(({ key, name, at, data }) => (
              <li key={key}>
                <strong>{name}</strong> <time dateTime={at}>{format(at, { seconds: true })}</time>
                {data && <span className={styles.data}>{formatEventData(data)}</span>}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
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
