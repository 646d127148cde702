import type { CalendarDate } from "@internationalized/date";
import { formatInstant } from "./actionTime";
import { isNortheast, stockingReach, type StockingDays } from "./cutoff";
import "./schedules.css";

interface Props {
  readonly location: {
    readonly market: string | null;
    readonly timeZone: string;
    readonly stockingSchedule: StockingDays;
  };
  /** When the allocation changes. */
  readonly at: Date;
}

const CENTRAL = "America/Chicago";

function dayText(day: CalendarDate): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" }).format(
    day.toDate("UTC"),
  );
}

/** Which stocking sees a change of allocation. It warns of one that is missed and forbids nothing. */
export function StockingNotice({ location, at }: Props) {
  const { missed, first } = stockingReach(at, location.stockingSchedule, isNortheast(location));
  if (missed) {
    return (
      <p className="stocking-notice stocking-missed" role="status">
        Too late for the next stocking on {dayText(missed.day)}: allocation for it closed{" "}
        {formatInstant(missed.cutoff, CENTRAL)}.
        {first && <> The first stocking with this change is on {dayText(first)}.</>}
      </p>
    );
  }
  return (
    <p className="stocking-notice" role="status">
      {first
        ? `In time for the next stocking on ${dayText(first)}.`
        : "No day of the stocking schedule is on: the location is not stocked."}
    </p>
  );
}
