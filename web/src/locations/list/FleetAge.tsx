import { useEffect, useState } from "react";
import type { Fleet } from "./fleet";
import { ageText } from "./summary";

const MINUTE = 60_000;

interface Props {
  readonly fleet: Fleet;
  readonly refreshing: boolean;
}

/** Shows when the list was loaded, with the day if it is not today. */
export function FleetAge({ fleet, refreshing }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return <span>{ageText(fleet, refreshing, now)}</span>;
}
