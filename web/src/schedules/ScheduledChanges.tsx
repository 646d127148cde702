import { formatDateTimeWithCentral } from "../lib/formats";
import { formatValue } from "../locations/rules/format";
import type { TimeZone } from "../locations/rules/options";
import { STATE_LABELS, type ScheduledItem } from "./scheduledItems";
import styles from "./scheduledChanges.module.css";

interface ListProps {
  readonly items: readonly ScheduledItem[];
  readonly zone: TimeZone;
  readonly onChoose: (item: ScheduledItem) => void;
}

/** Lists the scheduled changes of one attribute. Selecting a change opens its actions. */
export function ScheduledChangeList({ items, zone, onChoose }: ListProps) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.change.uuid}>
          <button
            type="button"
            className={styles.change}
            data-failed={item.change.state !== "PENDING" || undefined}
            aria-haspopup="dialog"
            onClick={() => onChoose(item)}
          >
            <span>{formatValue(item.attribute, item.value)}</span>{" "}
            <span className={styles.time}>
              {formatDateTimeWithCentral(item.at, { zone: zone.iana, weekday: true })}
            </span>
            <ScheduledState item={item} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The state of a change, unless it is pending and not due yet. */
export function ScheduledState({ item }: { readonly item: ScheduledItem }) {
  const { state, failure } = item.change;
  if (state !== "PENDING") {
    return (
      <span className={styles.state} data-failed>
        {STATE_LABELS[state]}: {failure ?? "The change could not be applied"}
      </span>
    );
  }
  return isBeingApplied(item) ? (
    <span className={styles.state} role="status">
      Applying…
    </span>
  ) : null;
}

/** A pending change is shown as being applied from this many milliseconds before its time. */
const APPLYING_WINDOW_MS = 10_000;

function isBeingApplied({ at }: ScheduledItem): boolean {
  return at.getTime() - Date.now() <= APPLYING_WINDOW_MS;
}
