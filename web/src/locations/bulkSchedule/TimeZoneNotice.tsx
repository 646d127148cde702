import { formatDateTime } from "../../lib/formats";
import type { LocationDetail } from "../locationQuery";
import type { TimeZone } from "../rules/options";
import { countByTimeZone } from "./plan";

interface Props {
  readonly locations: readonly LocationDetail[];
  readonly zone: TimeZone;
  /** Whether all locations are in the zone. */
  readonly shared: boolean;
  /** The selected time. */
  readonly at: Date | null;
}

const plural = (count: number) => (count === 1 ? "1 location" : `${count} locations`);

/** The time zone of the selected time, and the time in the locations' other zones. */
export function TimeZoneNotice({ locations, zone, shared, at }: Props) {
  if (locations.length === 0) {
    return (
      <p className="muted">Times are in the locations&rsquo; time zone if they share one, otherwise in Central time.</p>
    );
  }
  if (shared) return <p className="muted">Times are in {zone.label} time, the locations&rsquo; own.</p>;
  return (
    <>
      <p className="muted">
        The locations are in several time zones. Times are in Central time (America/Chicago) for all of them.
      </p>
      {at && (
        <ul className="bulk-times">
          {countByTimeZone(locations).map(({ zone: { iana, value }, count }) => (
            <li key={value}>
              {formatDateTime(at, { zone: iana, weekday: true })} at {plural(count)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
