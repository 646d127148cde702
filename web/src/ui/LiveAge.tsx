import { useEffect, useState } from "react";
import { ageOf } from "./age";
import { businessTime } from "./businessTime";
import "./liveAge.css";

interface Props {
  /** When what is shown was so, in milliseconds. */
  readonly at: number;
  /** Whether news come by themselves: see useLive. */
  readonly connected: boolean;
  /** How often is asked without them, in milliseconds. */
  readonly every: number;
  /** What it is the age of: "Reported". */
  readonly what?: string;
}

const format = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

function period(milliseconds: number): string {
  if (milliseconds < 60_000) return `${format.format(milliseconds / 1000)} seconds`;
  return milliseconds === 60_000 ? "minute" : `${format.format(milliseconds / 60_000)} minutes`;
}

/** How old what is shown is, and whether it is told as it happens or asked for now and then. */
export function LiveAge({ at, connected, every, what = "As of" }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const moment = new Date(at);
  return (
    <span className="live-age">
      <span className={connected ? "live-mark live-mark-on" : "live-mark"} aria-hidden="true" />
      <strong>{connected ? "Live" : "Not live"}</strong>
      <span>
        {what}{" "}
        <time dateTime={moment.toISOString()} title={businessTime(at)}>
          {ageOf(at, Math.max(now, at))}
        </time>
        {!connected && `, asked every ${period(every)}`}
      </span>
    </span>
  );
}
