import { formatInstant } from "../../schedules/actionTime";
import type { LocationDetail } from "../locationQuery";
import type { TimeZone } from "../rules/options";
import { zonesOf } from "./plan";

interface Props {
  readonly locations: readonly LocationDetail[];
  readonly zone: TimeZone;
  /** Whether all locations keep the zone. */
  readonly shared: boolean;
  /** The time that is picked. */
  readonly at: Date | null;
}

const plural = (count: number) => (count === 1 ? "1 location" : `${count} locations`);

/** Whose clock the time is picked on, and what it is on the others'. */
export function ClockNotice({ locations, zone, shared, at }: Props) {
  if (locations.length === 0) {
    return <p className="muted">On the clock of the locations where they share a time zone, else in Central time.</p>;
  }
  if (shared) return <p className="muted">All locations keep {zone.label} time: the time is theirs.</p>;
  return (
    <>
      <p className="muted">
        The locations keep several time zones: the time is Central (America/Chicago), the same moment for all of them.
      </p>
      {at && (
        <ul className="bulk-clocks">
          {zonesOf(locations).map(({ zone: { iana, value }, count }) => (
            <li key={value}>
              {formatInstant(at, iana)} at {plural(count)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
