import { useEffect, useState } from "react";

/** Times and ages are shown in minutes, so the clock ticks more often than that. In milliseconds. */
const CLOCK_INTERVAL = 15_000;

/** The current time in milliseconds. It updates every `interval` milliseconds. */
export function useNow(interval: number = CLOCK_INTERVAL): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
