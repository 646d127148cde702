/** Sends the chunks of a file concurrently and publishes the progress. `rules/sending` decides which chunk is next. */
import { isTransient, kindOf } from "../../api/errors";
import type { Chunk, ChunkOutcome, RowResult, RowResults } from "../rules/chunk";
import {
  initialSending,
  nextChunks,
  phaseOf,
  queuedChunks,
  reduce,
  unstartedChunks,
  type FailureKind,
  type Sending,
  type SendingEvent,
} from "../rules/sending";
import { withRetries } from "./retry";

/** Minimum time between two progress updates, in milliseconds. A render for each of 20,000 responses would be slow. */
const NOTIFY_INTERVAL = 100;

export interface Sender {
  readonly state: () => Sending;
  /** The results by line number, including those of earlier uploads of the file. Changes only before a notification. */
  readonly results: () => RowResults;
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
  /** @param outcomeUnknown whether an earlier call for this payload may have stored it */
  readonly send: (payload: Payload, outcomeUnknown: boolean) => Promise<ChunkOutcome<Payload>>;
  /** Returns the user-visible message for a failed call. */
  readonly failureMessage: (error: unknown) => string;
  /** Called when the upload is halted or finished. */
  readonly onIdle: (state: Sending) => void;
  /** Whether the call got no response. Such calls are retried. Default: `isTransient`. */
  readonly isLost?: ((error: unknown) => boolean) | undefined;
  /** The line numbers of a payload. If given, the rows have the results of their chunks. */
  readonly rowsOf?: ((payload: Payload) => readonly number[]) | undefined;
  /** The results of earlier uploads of the file. A row that this upload does not send keeps its earlier result. */
  readonly results?: RowResults;
}

const PENDING: RowResult = { state: "pending" };
const WRITTEN: RowResult = { state: "written" };

export function createSender<Payload>(initialChunks: readonly Chunk<Payload>[], options: Options<Payload>): Sender {
  const { isLost = isTransient, rowsOf = () => [] } = options;
  /** A partly written chunk is replaced by its failed parts. */
  const chunks = [...initialChunks];
  let state = initialSending(chunks.map(({ lines }) => lines));
  let started = false;
  let notification: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  /** Results that the listeners do not have yet are only in `results`, because a copy for each response would be slow. */
  const results = new Map(options.results);
  let published: RowResults = new Map(results);
  /** The results of the pending rows before they became pending; null for a row without a result. */
  const beforePending = new Map<number, RowResult | null>();
  /** The chunks of which an earlier call got no response. */
  const unknown = new Set<number>();
  for (const index of chunks.keys()) updateUnknown(index);

  function notify() {
    clearTimeout(notification);
    notification = undefined;
    published = new Map(results);
    for (const listener of listeners) listener();
  }

  function linesOf(indexes: Iterable<number>): readonly number[] {
    return [...indexes].flatMap((index) => {
      const chunk = chunks[index];
      return chunk ? rowsOf(chunk.payload) : [];
    });
  }

  /** @param result null removes the result, for a row that no call has stored or rejected */
  function setResult(line: number, result: RowResult | null) {
    beforePending.delete(line);
    if (result) results.set(line, result);
    else results.delete(line);
  }

  function setPending(indexes: Iterable<number>) {
    for (const line of linesOf(indexes)) {
      if (!beforePending.has(line)) beforePending.set(line, results.get(line) ?? null);
      results.set(line, PENDING);
    }
  }

  /** Restores the results of rows that are not sent after all. */
  function unsetPending(indexes: Iterable<number>) {
    for (const line of linesOf(indexes)) {
      const previous = beforePending.get(line);
      if (previous !== undefined) setResult(line, previous);
    }
  }

  /** Keeps whether an earlier call for a row of the chunk got no response. */
  function updateUnknown(index: number) {
    const isUnknown = linesOf([index]).some((line) => {
      const result = results.get(line);
      return result?.state === "failed" && result.outcomeUnknown;
    });
    if (isUnknown) unknown.add(index);
    else unknown.delete(index);
  }

  function dispatch(event: SendingEvent) {
    const previousPhase = phaseOf(state);
    state = reduce(state, event);
    const phase = phaseOf(state);
    if (event.type === "resume" || event.type === "retry") setPending(queuedChunks(state));
    if (phase === "halted") unsetPending([...state.retries, ...unstartedChunks(state)]);
    if (started) startNext();
    if (phase !== previousPhase) notify();
    else notification ??= setTimeout(notify, NOTIFY_INTERVAL);
    if (phase !== previousPhase && (phase === "halted" || phase === "finished")) options.onIdle(state);
  }

  function startNext() {
    // The state is read again for each chunk, because a call can stop the upload while it starts.
    for (let [index] = nextChunks(state); index !== undefined; [index] = nextChunks(state)) void send(index);
  }

  async function send(index: number) {
    state = reduce(state, { type: "started", index });
    const chunk = chunks[index];
    if (!chunk) return;
    const call = () =>
      options.send(chunk.payload, unknown.has(index)).catch((error: unknown) => {
        if (isLost(error)) unknown.add(index);
        throw error;
      });
    try {
      const outcome = await withRetries(call, isLost);
      for (const line of linesOf([index])) setResult(line, WRITTEN);
      if (typeof outcome !== "string") {
        if (outcome.failedParts) {
          chunks[index] = { label: chunk.label, ...outcome.failedParts };
          const failed: RowResult = { state: "failed", errors: outcome.failedParts.reasons, outcomeUnknown: false };
          for (const line of linesOf([index])) setResult(line, failed);
        }
        for (const [line, result] of outcome.rows ?? []) setResult(line, result);
      }
      updateUnknown(index);
      dispatch({ type: "completed", index, outcome });
    } catch (error) {
      const kind = failureKind(error, isLost);
      const reason = options.failureMessage(error);
      if (kind === "rejected") unknown.delete(index);
      const outcomeUnknown = unknown.has(index);
      // The server rejects all rows for the same reason, so the row itself has not failed.
      if (kind === "forbidden" && !outcomeUnknown) unsetPending([index]);
      else
        for (const line of linesOf([index]))
          setResult(line, { state: "failed", errors: reason.split("\n"), outcomeUnknown });
      dispatch({ type: "failed", index, kind, reason });
    }
  }

  return {
    state: () => state,
    results: () => published,
    chunk: (index) => chunks[index],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      started = true;
      setPending(queuedChunks(state));
      startNext();
      notify();
    },
    stop: () => dispatch({ type: "stop" }),
    resume: () => dispatch({ type: "resume" }),
    retry: (indexes) => dispatch({ type: "retry", indexes }),
  };
}

function failureKind(error: unknown, isLost: (error: unknown) => boolean): FailureKind {
  if (isLost(error)) return "lost";
  const kind = kindOf(error);
  return kind === "forbidden" || kind === "unauthenticated" ? "forbidden" : "rejected";
}
