import { useNow } from "../../lib/useNow";
import type { Fleet } from "./fleet";
import { ageText } from "./summary";

const MINUTE = 60_000;

interface Props {
  readonly fleet: Fleet;
  readonly refreshing: boolean;
}

/** Shows when the list was loaded, with the day if it is not today. */
export function FleetAge({ fleet, refreshing }: Props) {
  return <span>{ageText(fleet, refreshing, useNow(MINUTE))}</span>;
}
