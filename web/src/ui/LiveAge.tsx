import { useEffect, useState } from "react";
import { formatAge } from "./age";
import { formatBusinessTime } from "./businessTime";
import "./liveAge.css";

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

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

function formatPeriod(milliseconds: number): string {
  if (milliseconds < 60_000) return `${format.format(milliseconds / 1000)} seconds`;
  return milliseconds === 60_000 ? "minute" : `${format.format(milliseconds / 60_000)} minutes`;
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
        <time dateTime={moment.toISOString()} title={formatBusinessTime(at)}>
          {formatAge(at, Math.max(now, at))}
        </time>
        {!connected && `, updates every ${formatPeriod(pollInterval)}`}
      </span>
    </span>
  );
}
