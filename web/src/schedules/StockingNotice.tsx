import type { CalendarDate } from "@internationalized/date";
import { formatInstant } from "./actionTime";
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

const CENTRAL = "America/Chicago";

function formatStockingDay(day: CalendarDate): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short", month: "short", day: "numeric" }).format(
    day.toDate("UTC"),
  );
}

/** Shows the first stocking that includes an allocation change. Warns about a missed stocking, but does not block the change. */
export function StockingNotice({ location, at }: Props) {
  const { missed, first } = checkCutoff(at, location.stockingSchedule, isNortheast(location));
  if (missed) {
    return (
      <p className="stocking-notice stocking-missed" role="status">
        Too late for the next stocking on {formatStockingDay(missed.day)}: allocation for it closed{" "}
        {formatInstant(missed.cutoff, CENTRAL)}.
        {first && <> This change first applies to the stocking on {formatStockingDay(first)}.</>}
      </p>
    );
  }
  return (
    <p className="stocking-notice" role="status">
      {first
        ? `In time for the next stocking on ${formatStockingDay(first)}.`
        : "The stocking schedule has no days. This location is not stocked."}
    </p>
  );
}
