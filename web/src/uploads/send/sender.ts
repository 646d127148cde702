/** Sends the chunks of a file concurrently and publishes the progress. `rules/sending` decides which chunk is next. */
import { ApiError, isForbidden, isTransient } from "../../api/errors";
import type { Chunk, ChunkOutcome } from "../rules/chunk";
import {
  initialSending,
  nextChunks,
  phaseOf,
  reduce,
  type FailureKind,
  type Sending,
  type SendingEvent,
} from "../rules/sending";
import { withRetries } from "./retry";

/** Minimum time between two progress updates, in milliseconds. A render for each of 20,000 responses would be slow. */
const NOTIFY_INTERVAL = 100;

export interface Sender {
  readonly state: () => Sending;
  /** The label of a chunk and its number of lines to send. */
  readonly chunk: (index: number) => Pick<Chunk<unknown>, "label" | "lines"> | undefined;
  /** Calls `listener` when the state changes. Returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Sends failed chunks again. */
  readonly retry: (indexes: readonly number[]) => void;
}

interface Options<Payload> {
  readonly send: (payload: Payload) => Promise<ChunkOutcome<Payload>>;
  /** Returns the user-visible message for a failed call. */
  readonly failureMessage: (error: unknown) => string;
  /** Called when the upload is halted or finished. */
  readonly onIdle: (state: Sending) => void;
}

export function createSender<Payload>(initialChunks: readonly Chunk<Payload>[], options: Options<Payload>): Sender {
  /** A partly written chunk is replaced by its failed parts. */
  const chunks = [...initialChunks];
  let state = initialSending(chunks.map(({ lines }) => lines));
  let started = false;
  let notification: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function notify() {
    clearTimeout(notification);
    notification = undefined;
    for (const listener of listeners) listener();
  }

  function dispatch(event: SendingEvent) {
    const previousPhase = phaseOf(state);
    state = reduce(state, event);
    if (started) for (const index of nextChunks(state)) void send(index);
    const phase = phaseOf(state);
    if (phase !== previousPhase) notify();
    else notification ??= setTimeout(notify, NOTIFY_INTERVAL);
    if (phase !== previousPhase && (phase === "halted" || phase === "finished")) options.onIdle(state);
  }

  async function send(index: number) {
    state = reduce(state, { type: "started", index });
    const chunk = chunks[index];
    if (!chunk) return;
    try {
      const outcome = await withRetries(() => options.send(chunk.payload));
      if (typeof outcome !== "string" && outcome.failedParts) {
        chunks[index] = { label: chunk.label, lines: outcome.failedParts.lines, payload: outcome.failedParts.payload };
      }
      dispatch({ type: "completed", index, outcome });
    } catch (error) {
      dispatch({ type: "failed", index, kind: failureKind(error), reason: options.failureMessage(error) });
    }
  }

  return {
    state: () => state,
    chunk: (index) => chunks[index],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      started = true;
      for (const index of nextChunks(state)) void send(index);
      notify();
    },
    stop: () => dispatch({ type: "stop" }),
    resume: () => dispatch({ type: "resume" }),
    retry: (indexes) => dispatch({ type: "retry", indexes }),
  };
}

function failureKind(error: unknown): FailureKind {
  if (isTransient(error)) return "lost";
  return isForbidden(error) || (error instanceof ApiError && error.kind === "unauthenticated")
    ? "forbidden"
    : "rejected";
}
