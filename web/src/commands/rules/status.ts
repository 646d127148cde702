/** The state of commands, and the toggle state that follows from them (CMD-2 to CMD-4). */
import type { QueueMessage, QueueMessageState } from "../../api/schema";
import type { Tone } from "../../ui/Tag";

/** The part of a health report that the commands use. */
export interface ReportedState {
  /** When the fridge reported, by its clock. */
  readonly timestamp: string;
  /** When the report arrived, by the server's clock. */
  readonly receivedAt: string;
  readonly outOfOrder: boolean | null;
  readonly safetyHold: boolean | null;
}

/** A command expires if the fridge does not receive it within this time, in milliseconds (CMD-3). The server sets it. */
export const EXPIRES_AFTER = 5 * 60_000;

type Expiring = Pick<QueueMessage, "state" | "expiresAt">;

/** All states, in the order in which a command passes through them. */
export const STATES: readonly QueueMessageState[] = [
  "QUEUED",
  "DELIVERED",
  "ACKNOWLEDGED",
  "REFUSED",
  "EXPIRED",
  "SUPERSEDED",
];

export const STATE_LABELS: Readonly<Record<QueueMessageState, string>> = {
  QUEUED: "Queued",
  DELIVERED: "Delivered",
  ACKNOWLEDGED: "Done",
  REFUSED: "Rejected",
  EXPIRED: "Expired",
  SUPERSEDED: "Superseded",
};

export const STATE_TONES: Readonly<Record<QueueMessageState, Tone>> = {
  QUEUED: "info",
  DELIVERED: "info",
  ACKNOWLEDGED: "positive",
  REFUSED: "negative",
  EXPIRED: "warning",
  SUPERSEDED: "neutral",
};

/** Returns the state at a time. A queued message can have expired since it was read. */
export function stateAt({ state, expiresAt }: Expiring, now: number): QueueMessageState {
  return state === "QUEUED" && now >= Date.parse(expiresAt) ? "EXPIRED" : state;
}

/** Whether the state of the message can still change. */
export function isInProgress(message: Expiring, now: number): boolean {
  const state = stateAt(message, now);
  return state === "QUEUED" || state === "DELIVERED";
}

/** Seconds until the message expires. */
export function secondsLeft({ expiresAt }: Expiring, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
}

/** Counts messages by queue and state. Each resource has one queue. */
export function countByQueue(
  messages: readonly QueueMessage[],
  now: number,
): readonly { readonly queue: string; readonly counts: Readonly<Record<QueueMessageState, number>> }[] {
  const queues = new Map<string, Record<QueueMessageState, number>>();
  for (const message of messages) {
    const counts = queues.get(message.resource) ?? {
      QUEUED: 0,
      DELIVERED: 0,
      ACKNOWLEDGED: 0,
      REFUSED: 0,
      EXPIRED: 0,
      SUPERSEDED: 0,
    };
    counts[stateAt(message, now)] += 1;
    queues.set(message.resource, counts);
  }
  return [...queues].map(([queue, counts]) => ({ queue, counts })).sort((a, b) => (a.queue < b.queue ? -1 : 1));
}

/** Merges a new or updated message. Returns the messages newest first. */
export function mergeMessage(messages: readonly QueueMessage[], update: QueueMessage): QueueMessage[] {
  const current = messages.find(({ id }) => id === update.id);
  // Updates can arrive out of order, but a state never goes back.
  if (current && rank(current) > rank(update)) return [...messages];
  const others = messages.filter(({ id }) => id !== update.id);
  return markSuperseded([...others, update].sort((a, b) => (a.id < b.id ? 1 : -1)));
}

/** Marks messages in progress as superseded if a newer message has the same resource. Expects newest first. */
function markSuperseded(messages: readonly QueueMessage[]): QueueMessage[] {
  const newerTimestamps = new Map<string, string>();
  return messages.map((message) => {
    const supersededAt = newerTimestamps.get(message.resource);
    newerTimestamps.set(message.resource, message.timestamp);
    if (supersededAt === undefined || !isInProgress(message, Date.parse(supersededAt))) return message;
    return { ...message, state: "SUPERSEDED", endedAt: supersededAt };
  });
}

function rank({ state, deliveredAt }: QueueMessage): number {
  if (state === "ACKNOWLEDGED" || state === "REFUSED" || state === "SUPERSEDED") return deliveredAt ? 4 : 3;
  return state === "DELIVERED" ? 2 : 1;
}

/**
 * Whether a toggle is on. This is the last reported state, unless a later command was sent and not rejected, expired or
 * superseded. So the state flips as soon as a command is sent.
 */
export function isToggleOn(
  reported: { readonly isOn: boolean | null; readonly at: string } | null,
  messages: readonly QueueMessage[],
  resource: string,
  now: number,
): boolean {
  const last = messages.find((message) => message.resource === resource && isEffective(message, now));
  // A report after the end or expiry of the command already contains its effect.
  const until = last && Date.parse(last.endedAt ?? last.expiresAt);
  if (last && until && (!reported || Date.parse(reported.at) < until)) return last.operation === "ENABLE";
  return reported?.isOn ?? false;
}

/** Whether the command determines the state: it was not rejected, expired or superseded. */
function isEffective(message: QueueMessage, now: number): boolean {
  const state = stateAt(message, now);
  return state !== "REFUSED" && state !== "EXPIRED" && state !== "SUPERSEDED";
}
