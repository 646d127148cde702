import { useEffect, useState } from "react";
import { BLACKOUT, blackoutEnd } from "./rules/blackout";

/** How often the time is checked (docs/requirements/stocking.md, LGX-3). */
const CHECK_INTERVAL_MS = 60_000;

const reasonAt = (now: Date) => (blackoutEnd(now) ? BLACKOUT : undefined);

/** Returns the reason why syncs are blocked, or undefined. */
export function useBlackout(): string | undefined {
  const [reason, setReason] = useState(() => reasonAt(new Date()));
  useEffect(() => {
    const clock = setInterval(() => setReason(reasonAt(new Date())), CHECK_INTERVAL_MS);
    return () => clearInterval(clock);
  }, []);
  return reason;
}
