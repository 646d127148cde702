import { formatValue } from "../locations/rules/format";
import type { TimeZone } from "../locations/rules/options";
import { formatInstant } from "./actionTime";
import { STATE_WORDS, type ScheduledItem } from "./items";
import "./schedules.css";

interface ListProps {
  readonly items: readonly ScheduledItem[];
  readonly zone: TimeZone;
  readonly onChoose: (item: ScheduledItem) => void;
}

/** The scheduled changes of one attribute; choosing one offers what can be done with it. */
export function ScheduledChangeList({ items, zone, onChoose }: ListProps) {
  return (
    <ul className="scheduled-list">
      {items.map((item) => (
        <li key={item.change.uuid}>
          <button
            type="button"
            className={item.change.state === "PENDING" ? "scheduled-change" : "scheduled-change scheduled-failed"}
            aria-haspopup="dialog"
            onClick={() => onChoose(item)}
          >
            <span className="scheduled-value">{formatValue(item.attribute, item.value)}</span>{" "}
            <span className="scheduled-time">{formatInstant(item.at, zone.iana)}</span>
            <ScheduledState item={item} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is to be said of a change that does not simply wait. */
export function ScheduledState({ item }: { readonly item: ScheduledItem }) {
  const { state, failure } = item.change;
  if (state !== "PENDING") {
    return (
      <span className="scheduled-state scheduled-state-failed">
        {STATE_WORDS[state]}: {failure ?? "it could not be applied"}
      </span>
    );
  }
  return isBeingApplied(item) ? (
    <span className="scheduled-state" role="status">
      Being applied…
    </span>
  ) : null;
}

const SECONDS_BEFORE = 10_000;

function isBeingApplied({ at }: ScheduledItem): boolean {
  return at.getTime() - Date.now() <= SECONDS_BEFORE;
}
