/**
 * The state machine that sends the chunks of a file with limited concurrency. Pure: `send/sender` calls the server.
 * A chunk is identified by its index.
 */
import type { ChunkOutcome, PartialOutcome } from "./chunk";

/** Maximum number of chunks in flight. */
export const CONCURRENCY = 6;
/** Sending halts after this many lost calls in a row: the connection or the server is down. */
export const MAX_LOST_CALLS = 3;

/**
 * Why a chunk failed. `rejected`: the server rejected this chunk only. `lost`: the call got no response or a transient
 * error. `forbidden`: the server would reject every chunk of the file.
 */
export type FailureKind = "rejected" | "lost" | "forbidden";

export interface FailedChunk {
  readonly index: number;
  readonly kind: FailureKind;
  readonly reason: string;
  /** One reason per failed part, if the server reported a result for each part. */
  readonly reasons: readonly string[];
}

/** Why no more chunks are started: the user stopped the upload, or the remaining chunks would fail too. */
export type Halt = "stopped" | "lost" | "forbidden";

export interface Sending {
  /** Lines of all chunks. */
  readonly total: number;
  /** Lines to send for each chunk. For a partly written chunk: only the failed lines. */
  readonly sizes: readonly number[];
  /** The first chunk that was never started. */
  readonly next: number;
  /** Failed chunks that are queued to be sent again. */
  readonly retries: readonly number[];
  readonly inFlight: readonly number[];
  readonly failed: readonly FailedChunk[];
  /** Lines written so far. */
  readonly written: number;
  /** Lines so far that were already stored. */
  readonly unchanged: number;
  readonly halt: Halt | null;
  /** Number of lost calls in a row. */
  readonly lostCalls: number;
  /** The server's message about the last completed chunk, if it sent one. */
  readonly message: string | null;
}

export type SendingEvent =
  | { readonly type: "started"; readonly index: number }
  | { readonly type: "completed"; readonly index: number; readonly outcome: ChunkOutcome<unknown> }
  | { readonly type: "failed"; readonly index: number; readonly kind: FailureKind; readonly reason: string }
  | { readonly type: "stop" }
  /** Sends the chunks that were not started and the chunks that were lost. */
  | { readonly type: "resume" }
  /** Sends the given failed chunks again. */
  | { readonly type: "retry"; readonly indexes: readonly number[] };

/** @param sizes the number of lines of each chunk */
export function initialSending(sizes: readonly number[]): Sending {
  const total = sizes.reduce((lines, size) => lines + size, 0);
  return {
    total,
    sizes,
    next: 0,
    retries: [],
    inFlight: [],
    failed: [],
    written: 0,
    unchanged: 0,
    halt: null,
    lostCalls: 0,
    message: null,
  };
}

export function reduce(state: Sending, event: SendingEvent): Sending {
  switch (event.type) {
    case "started":
      return {
        ...state,
        next: event.index === state.next ? state.next + 1 : state.next,
        retries: state.retries.filter((index) => index !== event.index),
        inFlight: [...state.inFlight, event.index],
      };
    case "completed": {
      const { index } = event;
      const outcome = partialOutcome(event.outcome, state.sizes[index] ?? 0);
      const { written, unchanged, failedParts, message = null } = outcome;
      const reason = failedParts?.reasons.join("\n") ?? "";
      return {
        ...state,
        sizes: state.sizes.map((size, other) => (other === index ? (failedParts?.lines ?? size) : size)),
        inFlight: without(state.inFlight, index),
        failed: failedParts
          ? [...state.failed, { index, kind: "rejected", reason, reasons: failedParts.reasons }]
          : state.failed,
        written: state.written + written,
        unchanged: state.unchanged + unchanged,
        lostCalls: 0,
        message,
      };
    }
    case "failed": {
      const { index, kind, reason } = event;
      const lostCalls = kind === "lost" ? state.lostCalls + 1 : 0;
      return {
        ...state,
        inFlight: without(state.inFlight, index),
        failed: [...state.failed, { index, kind, reason, reasons: [] }],
        lostCalls,
        halt: state.halt ?? (kind === "forbidden" ? "forbidden" : lostCalls >= lostCallsToHalt(state) ? "lost" : null),
      };
    }
    case "stop":
      return isDone(state) ? state : { ...state, halt: state.halt ?? "stopped" };
    case "resume": {
      const halted = state.failed.filter(({ kind }) => kind !== "rejected").map(({ index }) => index);
      return { ...queueRetries(state, halted), halt: null, lostCalls: 0 };
    }
    case "retry":
      return {
        ...queueRetries(state, event.indexes),
        halt: state.halt === "stopped" ? "stopped" : null,
        lostCalls: 0,
      };
  }
}

/** Converts the outcome of a whole chunk to counts of lines. */
function partialOutcome(outcome: ChunkOutcome<unknown>, lines: number): PartialOutcome<unknown> {
  if (typeof outcome !== "string") return outcome;
  const written = outcome === "written";
  return { written: written ? lines : 0, unchanged: written ? 0 : lines, failedParts: null };
}

/** A file with fewer chunks than the limit halts when all of them are lost. */
function lostCallsToHalt({ sizes }: Sending): number {
  return Math.min(MAX_LOST_CALLS, sizes.length);
}

function without(indexes: readonly number[], index: number): readonly number[] {
  return indexes.filter((other) => other !== index);
}

/** Moves the given chunks from `failed` to `retries`. Ignores chunks that have not failed. */
function queueRetries(state: Sending, indexes: readonly number[]): Sending {
  const requested = new Set(indexes);
  const retries = state.failed.filter(({ index }) => requested.has(index)).map(({ index }) => index);
  return {
    ...state,
    retries: [...state.retries, ...retries],
    failed: state.failed.filter(({ index }) => !requested.has(index)),
  };
}

/** The chunks to start now. Retries come first, and start even after the user stopped the upload. */
export function nextChunks(
  { sizes, next, retries, inFlight, halt }: Sending,
  concurrency = CONCURRENCY,
): readonly number[] {
  const free = Math.max(0, concurrency - inFlight.length);
  if (halt === "lost" || halt === "forbidden") return [];
  const repeated = retries.slice(0, free);
  if (halt === "stopped") return repeated;
  const fresh = Math.min(free - repeated.length, sizes.length - next);
  return [...repeated, ...Array.from({ length: fresh }, (_, offset) => next + offset)];
}

/** The chunks that were never started. */
export function unstartedChunks({ sizes, next }: Sending): readonly number[] {
  return [...sizes.keys()].slice(next);
}

/** The chunks that wait for their call, unless the upload is halted first. */
export function queuedChunks(state: Sending): readonly number[] {
  const { retries, halt } = state;
  if (halt === "lost" || halt === "forbidden") return [];
  return halt === "stopped" ? retries : [...retries, ...unstartedChunks(state)];
}

/** `halting`: no more chunks are started, and the last calls are in flight. `halted` and `finished`: none is in flight. */
export type Phase = "sending" | "halting" | "halted" | "finished";

export function phaseOf(state: Sending): Phase {
  const active = state.inFlight.length > 0 || nextChunks(state).length > 0;
  if (active) return state.halt === null || state.retries.length > 0 ? "sending" : "halting";
  return isDone(state) && !failedByHalt(state) ? "finished" : "halted";
}

/** Whether a chunk failed for the same reason that halted the upload. Resume sends such a chunk again. */
function failedByHalt({ halt, failed }: Sending): boolean {
  return (halt === "lost" || halt === "forbidden") && failed.some(({ kind }) => kind !== "rejected");
}

/** The state of an upload for the user. */
export type SendingStatus = "sending" | "halting" | Halt | "complete" | "partial" | "failed";

export function statusOf(state: Sending): SendingStatus {
  const phase = phaseOf(state);
  if (phase === "halted") return state.halt ?? "stopped";
  if (phase !== "finished") return phase;
  if (!isIncomplete(state)) return "complete";
  return state.written + state.unchanged > 0 ? "partial" : "failed";
}

/** Whether every chunk was sent and none is in flight. Some chunks may have failed. */
function isDone({ sizes, next, retries, inFlight }: Sending): boolean {
  return next >= sizes.length && retries.length === 0 && inFlight.length === 0;
}

/** Number of chunks that have a result. */
export function chunksDone({ next, inFlight, retries }: Sending): number {
  return next - inFlight.length - retries.length;
}

/** Lines of the chunks that have a result: written, unchanged or failed. */
export function linesDone(state: Sending): number {
  return state.written + state.unchanged + linesFailed(state);
}

export function linesFailed({ failed, sizes }: Sending): number {
  return failed.reduce((lines, { index }) => lines + (sizes[index] ?? 0), 0);
}

export function linesTotal({ total }: Sending): number {
  return total;
}

/** Whether a chunk is in flight, not started, or failed. */
export function isIncomplete(state: Sending): boolean {
  return !isDone(state) || state.failed.length > 0;
}
