import { useEffect, useState } from "react";
import { BLACKOUT, blackoutEnd } from "./rules/blackout";

/** How often it is looked at the clock (spec of fleet operations, section 5). */
const CHECK = 60_000;

const reasonAt = (now: Date) => (blackoutEnd(now) ? BLACKOUT : undefined);

/** Why nothing can be synced now, if that is so. */
export function useBlackout(): string | undefined {
  const [reason, setReason] = useState(() => reasonAt(new Date()));
  useEffect(() => {
    const clock = setInterval(() => setReason(reasonAt(new Date())), CHECK);
    return () => clearInterval(clock);
  }, []);
  return reason;
}
