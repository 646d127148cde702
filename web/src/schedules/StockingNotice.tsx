import { formatDateTime, formatDayWithWeekday } from "../lib/formats";
import { isNortheast, checkCutoff, type StockingDays } from "./cutoff";
import "./schedules.css";

interface Props {
  readonly location: {
    readonly market: string | null;
    readonly timeZone: string;
    readonly stockingSchedule: StockingDays;
  };
  /** The time at which the allocation changes. */
  readonly at: Date;
}

/** Shows the first stocking that includes an allocation change. Warns about a missed stocking, but does not block the change. */
export function StockingNotice({ location, at }: Props) {
  const { missed, first } = checkCutoff(at, location.stockingSchedule, isNortheast(location));
  if (missed) {
    return (
      <p className="stocking-notice stocking-missed" role="status">
        Too late for the next stocking on {formatDayWithWeekday(missed.day.toString())}: allocation for it closed{" "}
        {formatDateTime(missed.cutoff, { weekday: true })}.
        {first && <> This change first applies to the stocking on {formatDayWithWeekday(first.toString())}.</>}
      </p>
    );
  }
  return (
    <p className="stocking-notice" role="status">
      {first
        ? `In time for the next stocking on ${formatDayWithWeekday(first.toString())}.`
        : "The stocking schedule has no days. This location is not stocked."}
    </p>
  );
}
