import { formatDateTime, formatDayWithWeekday } from "../lib/formats";
import { isNortheast, checkCutoff, type StockingDays } from "./cutoff";
import styles from "./stockingNotice.module.css";

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
  const firstDay = first && formatDayWithWeekday(first.toString());
  return (
    <p className={styles.notice} data-missed={missed ? true : undefined} role="status">
      {missed ? (
        <>
          Too late for the next stocking on {formatDayWithWeekday(missed.day.toString())}: allocation for it closed{" "}
          {formatDateTime(missed.cutoff, { weekday: true })}.
          {firstDay && <> This change first applies to the stocking on {firstDay}.</>}
        </>
      ) : firstDay ? (
        `In time for the next stocking on ${firstDay}.`
      ) : (
        "The stocking schedule has no days. This location is not stocked."
      )}
    </p>
  );
}
