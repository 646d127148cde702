import { formatCount, formatDay, formatPart, formatTime, formatWeekday } from "../../lib/formats";
import { Button } from "../../ui/Button";
import { LiveStatus } from "../../ui/LiveAge";
import { Notice } from "../../ui/Notice";
import { QueryView } from "../../ui/query/QueryView";
import { Skeleton } from "../../ui/query/Skeleton";
import type { Filters } from "../dashboard/filters";
import { totalCounts } from "../dashboard/rows";
import { orderCards, useCards, useDelays } from "../dashboard/useCards";
import { ROUTES_FAILURE } from "../dashboard/useDay";
import styles from "./wall.module.css";
import { WallCards } from "./WallCards";

interface Props {
  readonly filters: Filters;
  /** The current time in milliseconds. */
  readonly now: number;
  readonly onLeave: () => void;
}

/** The routes of a day for a screen that people read from a distance, the worst route first. */
export function Wall({ filters, now, onLeave }: Props) {
  const { date } = filters;
  const { cards, query, isActivityForbidden, messages, connected, asOf } = useCards(filters, { withHealth: false });
  const delays = useDelays(cards, date, asOf);
  const counts = totalCounts(cards);
  const behind = [...delays.values()].filter((minutes) => (minutes ?? 0) > 0).length;
  return (
    <div className={styles.wall}>
      <header className={styles.header}>
        <h1 tabIndex={-1}>
          Stocking, {formatWeekday(date)}, {formatDay(date)}
        </h1>
        <p>
          <strong>{formatTime(now)}</strong>
        </p>
        <p>
          {behind} of {formatCount(cards.length, "route")} behind, {formatPart(counts.done, counts.stops)} stops done,{" "}
          {counts.late} late
        </p>
        <LiveStatus connected={connected}>{asOf !== undefined && <span>As of {formatTime(asOf)}</span>}</LiveStatus>
        <Button onClick={onLeave}>Leave (Esc)</Button>
      </header>
      {messages.map((message) => (
        <Notice key={message} tone="warning" role="alert">
          {message}
        </Notice>
      ))}
      <QueryView
        query={query}
        label="driver activity"
        error={ROUTES_FAILURE}
        forbidden={
          isActivityForbidden
            ? { activity: "view driver activity", permission: "GetCheckPointStatus" }
            : { activity: "view routes", permission: "GetUniqueRoutes" }
        }
        empty={{ title: "None of the selected routes run on this day" }}
        skeleton={<Skeleton label="driver activity" rows={12} />}
      >
        {() => <WallCards cards={orderCards(cards, delays, "worst")} delays={delays} day={date} />}
      </QueryView>
      <footer className={styles.footer}>
        Behind: the minutes since the earliest expected time of a stop that is not done, an estimate from the last six
        weeks. Late: stops that the driver skipped.
      </footer>
    </div>
  );
}
