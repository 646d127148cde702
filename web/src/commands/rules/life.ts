/** How far a command got, and what a fridge is therefore taken to be. */
import type { QueueMessage, QueueMessageState } from "../../api/schema";

type Life = Pick<QueueMessage, "state" | "expiresAt">;

/** The states in the order of a command's life. */
export const STATES: readonly QueueMessageState[] = [
  "QUEUED",
  "DELIVERED",
  "ACKNOWLEDGED",
  "REFUSED",
  "EXPIRED",
  "SUPERSEDED",
];

export const WORDS: Readonly<Record<QueueMessageState, string>> = {
  QUEUED: "Waiting",
  DELIVERED: "Delivered",
  ACKNOWLEDGED: "Done",
  REFUSED: "Refused",
  EXPIRED: "Expired",
  SUPERSEDED: "Superseded",
};

/** The state at a moment: a message that was read while it waited may have expired since. */
export function stateAt({ state, expiresAt }: Life, now: number): QueueMessageState {
  return state === "QUEUED" && now >= Date.parse(expiresAt) ? "EXPIRED" : state;
}

/** Whether more is to be heard of it. */
export function isUnderWay(message: Life, now: number): boolean {
  const state = stateAt(message, now);
  return state === "QUEUED" || state === "DELIVERED";
}

/** Seconds for which the fridge may still fetch it. */
export function secondsLeft({ expiresAt }: Life, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
}

/** How many messages there are of each queue, a queue for each resource, by state. */
export function countsOf(
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

/** The messages with a newer word on one of them, or a new one: newest first. */
export function withMessage(messages: readonly QueueMessage[], told: QueueMessage): QueueMessage[] {
  const known = messages.find(({ id }) => id === told.id);
  // Words may come in the wrong order; a life only goes on.
  if (known && rank(known) > rank(told)) return [...messages];
  const others = messages.filter(({ id }) => id !== told.id);
  return withSuperseded([...others, told].sort((a, b) => (a.id < b.id ? 1 : -1)));
}

/** The messages, newest first, with each open one superseded that has a newer one about the same resource. */
function withSuperseded(messages: readonly QueueMessage[]): QueueMessage[] {
  const newer = new Map<string, string>();
  return messages.map((message) => {
    const supersededAt = newer.get(message.resource);
    newer.set(message.resource, message.timestamp);
    if (supersededAt === undefined || !isUnderWay(message, Date.parse(supersededAt))) return message;
    return { ...message, state: "SUPERSEDED", endedAt: supersededAt };
  });
}

function rank({ state, deliveredAt }: QueueMessage): number {
  if (state === "ACKNOWLEDGED" || state === "REFUSED" || state === "SUPERSEDED") return deliveredAt ? 4 : 3;
  return state === "DELIVERED" ? 2 : 1;
}

/**
 * Whether a toggle is on: as the fridge reported last, unless a later command was sent for it and was not refused,
 * expired or superseded. The state therefore flips as soon as the command is sent.
 */
export function isOn(
  reported: { readonly on: boolean | null; readonly at: string } | null,
  messages: readonly QueueMessage[],
  resource: string,
  now: number,
): boolean {
  const last = messages.find((message) => message.resource === resource && counts(message, now));
  // What a fridge reports after the end, or after all time that there was, is what came of it.
  const until = last && Date.parse(last.endedAt ?? last.expiresAt);
  if (last && until && (!reported || Date.parse(reported.at) < until)) return last.operation === "ENABLE";
  return reported?.on ?? false;
}

function counts(message: QueueMessage, now: number): boolean {
  const state = stateAt(message, now);
  return state !== "REFUSED" && state !== "EXPIRED" && state !== "SUPERSEDED";
}
