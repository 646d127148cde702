import { formatCount, formatDateTime } from "../../lib/formats";
import { Muted } from "../../ui/text";
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

/** The time zone of the selected time, and the time in the locations' other zones. */
export function TimeZoneNotice({ locations, zone, shared, at }: Props) {
  if (locations.length === 0) {
    return (
      <Muted as="p">Times are in the locations&rsquo; time zone if they share one, otherwise in Central time.</Muted>
    );
  }
  if (shared) return <Muted as="p">Times are in {zone.label} time, the locations&rsquo; own.</Muted>;
  return (
    <>
      <Muted as="p">
        The locations are in several time zones. Times are in Central time (America/Chicago) for all of them.
      </Muted>
      {at && (
        <ul>
          {countByTimeZone(locations).map(({ zone: { iana, value }, count }) => (
            <li key={value}>
              {formatDateTime(at, { zone: iana, weekday: true })} at {formatCount(count, "location")}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
