import { formatClock } from "../lib/formats";
import type { UrlState } from "../lib/useUrlState";
import { Checkbox } from "../ui/Checkbox";
import { dayOf, toLocalTime } from "./rules/comparison";
import { parseCentralTime, toDayRange, type TimeRange } from "./rules/timeRange";

/** The URL parameter with the time of day, such as `14:05`, before which a report of a day ends. */
export const UNTIL_PARAM = "until";

/** The end in epoch milliseconds; null for the whole day. */
export function parseUntil(address: URLSearchParams, day: string): number | null {
  const until = address.get(UNTIL_PARAM);
  const seconds = until ? parseCentralTime(`${day}T${until}`) : null;
  return seconds === null ? null : seconds * 1000;
}

/** The URL parameters of the rows from midnight to the end of a range. */
export function toDayParams(range: TimeRange): Readonly<Record<string, string>> {
  const date = dayOf(range);
  return range.end < toDayRange(date).end ? { date, [UNTIL_PARAM]: toLocalTime(range.end).slice(-5) } : { date };
}

interface Props {
  readonly until: number | null;
  readonly address: UrlState;
}

/** Shows that a report of a day ends at a time, because it is compared with an incomplete day. */
export function UntilFilter({ until, address }: Props) {
  if (until === null) return null;
  return <Checkbox label={`Until ${formatClock(until)} only`} checked onChange={() => address.set(UNTIL_PARAM, "")} />;
}
