import { useEffect, useState } from "react";
import "./liveAge.css";
import { formatAge, formatDateTime, formatPeriod } from "../lib/formats";

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
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <span className="live-age">
      <span className={connected ? "live-dot live-dot-on" : "live-dot"} aria-hidden="true" />
      <strong>{connected ? "Live" : "Not live"}</strong>
      <span>
        {label}{" "}
        <time dateTime={moment.toISOString()} title={formatDateTime(at)}>
          {formatAge(at, Math.max(now, at))}
        </time>
        {!connected && `, updates every ${formatPeriod(pollInterval)}`}
      </span>
    </span>
  );
}
