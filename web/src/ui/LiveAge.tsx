import type { ReactNode } from "react";
import { formatAge, formatDateTime, formatPeriod } from "../lib/formats";
import { useNow } from "../lib/useNow";
import styles from "./liveAge.module.css";

interface Props {
  /** The time of the data, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether live events arrive: see useLive. */
  readonly connected: boolean;
  /** How often the data is read without live events, in milliseconds. */
  readonly pollInterval: number;
  /** Text before the age, such as "Reported". */
  readonly label?: string;
}

/** Shows the age of the data, and whether live events or polling update it. */
export function LiveAge({ at, connected, pollInterval, label = "As of" }: Props) {
  const now = useNow();
  const moment = new Date(at);
  return (
    <LiveStatus connected={connected}>
      <span>
        {label}{" "}
        <time dateTime={moment.toISOString()} title={formatDateTime(at)}>
          {formatAge(at, Math.max(now, at))}
        </time>
        {!connected && `, updates every ${formatPeriod(pollInterval)}`}
      </span>
    </LiveStatus>
  );
}

interface StatusProps {
  /** Whether live events arrive: see useLive. */
  readonly connected: boolean;
  /** Content after the word. */
  readonly children?: ReactNode;
}

/** Shows whether live events update the data. */
export function LiveStatus({ connected, children }: StatusProps) {
  return (
    <span className={styles.age}>
      <span className={styles.dot} data-connected={connected || undefined} aria-hidden="true" />
      <strong>{connected ? "Live" : "Not live"}</strong>
      {children}
    </span>
  );
}

/** Reserves the height of a `LiveAge` while the data loads. */
export function LiveAgePlaceholder() {
  return <span className={styles.age}>{"\u00a0"}</span>;
}
