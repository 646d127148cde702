/** Scheduled changes as the screens list them. The two paired changes of an allocation become one item. */
import type { ScheduleChange } from "../api/schema";

export interface ScheduledItem {
  /** The change that requests refer to. For an allocation, the change of `prod`. */
  readonly change: ScheduleChange;
  readonly attribute: string;
  readonly value: unknown;
  readonly at: Date;
  /** The reason from the paired `updateReason` change. */
  readonly reason: string | null;
}

/** Labels of the states of a change. */
export const STATE_LABELS = { PENDING: "Pending", FAILED: "Failed", HELD: "Held" } as const;

const REASON_ATTRIBUTE = "updateReason";

/** Parses the JSON value of a change. Returns the text itself if it is not valid JSON. */
export function parseChangeValue(change: ScheduleChange): unknown {
  try {
    return JSON.parse(change.change.value);
  } catch {
    return change.change.value;
  }
}

/** Merges paired changes into items, sorted by time. A reason without its paired change becomes a separate item. */
export function toScheduledItems(changes: readonly ScheduleChange[]): ScheduledItem[] {
  const byUuid = new Map(changes.map((change) => [change.uuid, change]));
  const pairOf = (change: ScheduleChange) => (change.pairedWith ? byUuid.get(change.pairedWith) : undefined);
  return changes
    .filter((change) => change.change.attribute !== REASON_ATTRIBUTE || !pairOf(change))
    .map((change) => {
      const attribute = change.change.attribute;
      const pair = pairOf(change);
      const reasons = pair ? (parseChangeValue(pair) as Readonly<Record<string, unknown>> | null) : null;
      const reason = reasons?.[attribute];
      return {
        change,
        attribute,
        value: parseChangeValue(change),
        at: new Date(change.actionTime),
        reason: typeof reason === "string" ? reason : null,
      };
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

export function groupByAttribute(items: readonly ScheduledItem[]): ReadonlyMap<string, ScheduledItem[]> {
  const groups = new Map<string, ScheduledItem[]>();
  for (const item of items) groups.set(item.attribute, [...(groups.get(item.attribute) ?? []), item]);
  return groups;
}

const MIN_POLL_DELAY_MS = 1_000;
const MAX_POLL_DELAY_MS = 60_000;

/** Milliseconds until the next poll: when the next change is due, or every second while a due change is still pending. */
export function nextPollDelay(changes: readonly ScheduleChange[], now: Date): number {
  const delays = changes
    .filter((change) => change.state === "PENDING")
    .map((change) => new Date(change.actionTime).getTime() - now.getTime());
  return Math.min(MAX_POLL_DELAY_MS, Math.max(MIN_POLL_DELAY_MS, Math.min(MAX_POLL_DELAY_MS, ...delays)));
}
