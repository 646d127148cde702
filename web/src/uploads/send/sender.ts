/** Sends a file's chunks, so many at a time, and says how far it is. What it decides by is `rules/sending`. */
import { ApiError, isForbidden, isTransient } from "../../api/errors";
import type { Chunk, ChunkOutcome } from "../rules/chunk";
import { begin, phaseOf, reduce, toBegin, type FailureKind, type Sending, type SendingEvent } from "../rules/sending";
import { withAttempts } from "./attempts";

/** Listeners hear of progress no more often: a screen drawn for each of 20,000 answers would slow them down. */
const HEARD_EVERY = 100;

export interface Sender {
  readonly state: () => Sending;
  /** The chunk's label, and the lines of it that are to be sent. */
  readonly chunk: (index: number) => Pick<Chunk<unknown>, "label" | "lines"> | undefined;
  /** Calls `listener` when the state is another, until the answer is called. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Sends failed chunks again. */
  readonly retry: (indexes: readonly number[]) => void;
}

interface Options<Payload> {
  readonly send: (payload: Payload) => Promise<ChunkOutcome<Payload>>;
  /** Said of a call that failed. */
  readonly failed: (error: unknown) => string;
  /** Nothing moves any more, for now or for good. */
  readonly onRest: (state: Sending) => void;
}

export function createSender<Payload>(all: readonly Chunk<Payload>[], options: Options<Payload>): Sender {
  /** Of a chunk of which some is written, only the rest. */
  const chunks = [...all];
  let state = begin(chunks.map(({ lines }) => lines));
  let started = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function tell() {
    clearTimeout(waiting);
    waiting = undefined;
    for (const listener of listeners) listener();
  }

  function happen(event: SendingEvent) {
    const before = phaseOf(state);
    state = reduce(state, event);
    if (started) for (const index of toBegin(state)) void send(index);
    const now = phaseOf(state);
    if (now !== before) tell();
    else waiting ??= setTimeout(tell, HEARD_EVERY);
    if (now !== before && (now === "halted" || now === "finished")) options.onRest(state);
  }

  async function send(index: number) {
    state = reduce(state, { type: "begun", index });
    const chunk = chunks[index];
    if (!chunk) return;
    try {
      const outcome = await withAttempts(() => options.send(chunk.payload));
      if (typeof outcome !== "string" && outcome.rest) {
        chunks[index] = { label: chunk.label, lines: outcome.rest.lines, payload: outcome.rest.payload };
      }
      happen({ type: "taken", index, outcome });
    } catch (error) {
      happen({ type: "failed", index, kind: kindOf(error), reason: options.failed(error) });
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
      for (const index of toBegin(state)) void send(index);
      tell();
    },
    stop: () => happen({ type: "stop" }),
    resume: () => happen({ type: "resume" }),
    retry: (indexes) => happen({ type: "retry", indexes }),
  };
}

function kindOf(error: unknown): FailureKind {
  if (isTransient(error)) return "lost";
  return isForbidden(error) || (error instanceof ApiError && error.kind === "unauthenticated") ? "refused" : "line";
}
