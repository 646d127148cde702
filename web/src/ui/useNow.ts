import { useEffect, useState } from "react";

/** The time, as it goes on: for ages, and for rules that know hours. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(ticking);
  }, [interval]);
  return now;
}
