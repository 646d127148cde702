import { useEffect, useState } from "react";
import type { Fleet } from "./fleet";
import { ageText } from "./summary";

const MINUTE = 60_000;

interface Props {
  readonly fleet: Fleet;
  readonly refreshing: boolean;
}

/** How old the data is; says the day too once it is no longer this one. */
export function FleetAge({ fleet, refreshing }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(ticking);
  }, []);
  return <span>{ageText(fleet, refreshing, now)}</span>;
}
