/** Scheduled changes as people see them: an allocation's two halves are one thing. */
import type { ScheduleChange } from "../api/schema";

export interface ScheduledItem {
  /** Names it to the server; of an allocation the half that changes `prod`. */
  readonly change: ScheduleChange;
  readonly attribute: string;
  readonly value: unknown;
  readonly at: Date;
  /** The reason that comes with it, of an allocation. */
  readonly reason: string | null;
}

/** The word for the state of a change that was not applied. */
export const STATE_WORDS = { FAILED: "Failed", HELD: "Held" } as const;

const REASON_ATTRIBUTE = "updateReason";

/** The value that a change carries as JSON; text that is no JSON stands for itself. */
export function valueOf(change: ScheduleChange): unknown {
  try {
    return JSON.parse(change.change.value);
  } catch {
    return change.change.value;
  }
}

/** Soonest first. A reason is shown with the change that it explains, and alone only if that is gone. */
export function itemsOf(changes: readonly ScheduleChange[]): ScheduledItem[] {
  const byUuid = new Map(changes.map((change) => [change.uuid, change]));
  const pairOf = (change: ScheduleChange) => (change.pairedWith ? byUuid.get(change.pairedWith) : undefined);
  return changes
    .filter((change) => change.change.attribute !== REASON_ATTRIBUTE || !pairOf(change))
    .map((change) => {
      const attribute = change.change.attribute;
      const pair = pairOf(change);
      const reasons = pair ? (valueOf(pair) as Readonly<Record<string, unknown>> | null) : null;
      const reason = reasons?.[attribute];
      return {
        change,
        attribute,
        value: valueOf(change),
        at: new Date(change.actionTime),
        reason: typeof reason === "string" ? reason : null,
      };
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

export function byAttribute(items: readonly ScheduledItem[]): ReadonlyMap<string, ScheduledItem[]> {
  const groups = new Map<string, ScheduledItem[]>();
  for (const item of items) groups.set(item.attribute, [...(groups.get(item.attribute) ?? []), item]);
  return groups;
}

const SOON = 1_000;
const LATEST = 60_000;

/** How long until looking again tells something new: at the next due time, each second once it has come. */
export function nextLook(changes: readonly ScheduleChange[], now: Date): number {
  const waits = changes
    .filter((change) => change.state === "PENDING")
    .map((change) => new Date(change.actionTime).getTime() - now.getTime());
  return Math.min(LATEST, Math.max(SOON, Math.min(LATEST, ...waits)));
}
