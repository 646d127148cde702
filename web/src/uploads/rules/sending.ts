/**
 * Sending a file's chunks, so many at a time, as a state and what happens to it. Pure: who calls the server is
 * `send/sender`. A chunk is known by its index.
 */
import type { ChunkOutcome, PartialOutcome } from "./chunk";

/** How many chunks are under way at once. */
export const AT_ONCE = 6;
/** So many calls in a row without an answer are no chance: the connection or the server is gone. */
export const LOST_AFTER = 3;

/**
 * Why a chunk failed: `line` for what is wrong with it alone, `lost` where there was no answer or one that may be
 * another a moment later, `refused` where nothing of the file would be taken.
 */
export type FailureKind = "line" | "lost" | "refused";

export interface FailedChunk {
  readonly index: number;
  readonly kind: FailureKind;
  readonly reason: string;
  /** The reasons of the chunk's parts, where the server wrote it part by part. */
  readonly reasons: readonly string[];
}

/** Why nothing more is begun, though there is more: a person stopped it, or it would fail as well. */
export type Halt = "stopped" | "lost" | "refused";

export interface Sending {
  /** Lines of all chunks. */
  readonly total: number;
  /** Lines of each chunk that are to be sent: those that failed, once some of them are written. */
  readonly sizes: readonly number[];
  /** The first chunk that was never begun. */
  readonly next: number;
  /** Chunks that failed and are to be sent again. */
  readonly again: readonly number[];
  readonly underWay: readonly number[];
  readonly failed: readonly FailedChunk[];
  /** Lines, so far. */
  readonly written: number;
  readonly unchanged: number;
  readonly halt: Halt | null;
  /** Calls in a row that were lost. */
  readonly losses: number;
}

export type SendingEvent =
  | { readonly type: "begun"; readonly index: number }
  | { readonly type: "taken"; readonly index: number; readonly outcome: ChunkOutcome<unknown> }
  | { readonly type: "failed"; readonly index: number; readonly kind: FailureKind; readonly reason: string }
  | { readonly type: "stop" }
  /** Goes on with what was not begun, and with what was lost. */
  | { readonly type: "resume" }
  /** Sends failed chunks again: all of them, or those named. */
  | { readonly type: "retry"; readonly indexes: readonly number[] };

export function begin(sizes: readonly number[]): Sending {
  const total = sizes.reduce((lines, size) => lines + size, 0);
  return {
    total,
    sizes,
    next: 0,
    again: [],
    underWay: [],
    failed: [],
    written: 0,
    unchanged: 0,
    halt: null,
    losses: 0,
  };
}

export function reduce(state: Sending, event: SendingEvent): Sending {
  switch (event.type) {
    case "begun":
      return {
        ...state,
        next: event.index === state.next ? state.next + 1 : state.next,
        again: state.again.filter((index) => index !== event.index),
        underWay: [...state.underWay, event.index],
      };
    case "taken": {
      const { index } = event;
      const { written, unchanged, rest } = partsOf(event.outcome, state.sizes[index] ?? 0);
      const reason = rest?.reasons.join("\n") ?? "";
      return {
        ...state,
        sizes: state.sizes.map((size, other) => (other === index ? (rest?.lines ?? size) : size)),
        underWay: without(state.underWay, index),
        failed: rest ? [...state.failed, { index, kind: "line", reason, reasons: rest.reasons }] : state.failed,
        written: state.written + written,
        unchanged: state.unchanged + unchanged,
        losses: 0,
      };
    }
    case "failed": {
      const { index, kind, reason } = event;
      const losses = kind === "lost" ? state.losses + 1 : 0;
      return {
        ...state,
        underWay: without(state.underWay, index),
        failed: [...state.failed, { index, kind, reason, reasons: [] }],
        losses,
        halt: state.halt ?? (kind === "refused" ? "refused" : losses >= lossesToHalt(state) ? "lost" : null),
      };
    }
    case "stop":
      return isOver(state) ? state : { ...state, halt: state.halt ?? "stopped" };
    case "resume": {
      const lost = state.failed.filter(({ kind }) => kind !== "line").map(({ index }) => index);
      return { ...again(state, lost), halt: null, losses: 0 };
    }
    case "retry":
      return { ...again(state, event.indexes), halt: state.halt === "stopped" ? "stopped" : null, losses: 0 };
  }
}

/** A chunk's outcome in lines. */
function partsOf(outcome: ChunkOutcome<unknown>, lines: number): PartialOutcome<unknown> {
  if (typeof outcome !== "string") return outcome;
  const written = outcome === "written";
  return { written: written ? lines : 0, unchanged: written ? 0 : lines, rest: null };
}

/** Of a short file all that there is. */
function lossesToHalt({ sizes }: Sending): number {
  return Math.min(LOST_AFTER, sizes.length);
}

function without(indexes: readonly number[], index: number): readonly number[] {
  return indexes.filter((other) => other !== index);
}

function again(state: Sending, indexes: readonly number[]): Sending {
  const named = new Set(indexes);
  const wanted = state.failed.filter(({ index }) => named.has(index)).map(({ index }) => index);
  return {
    ...state,
    again: [...state.again, ...wanted],
    failed: state.failed.filter(({ index }) => !named.has(index)),
  };
}

/** The chunks to begin now. What is to be sent again goes first, and although the rest was stopped. */
export function toBegin({ sizes, next, again, underWay, halt }: Sending, atOnce = AT_ONCE): readonly number[] {
  const free = Math.max(0, atOnce - underWay.length);
  if (halt === "lost" || halt === "refused") return [];
  const repeated = again.slice(0, free);
  if (halt === "stopped") return repeated;
  const fresh = Math.min(free - repeated.length, sizes.length - next);
  return [...repeated, ...Array.from({ length: fresh }, (_, offset) => next + offset)];
}

/** `sending` and, when it was halted and the last calls are still under way, `halting`; nothing moves in the others. */
export type Phase = "sending" | "halting" | "halted" | "finished";

export function phaseOf(state: Sending): Phase {
  const moving = state.underWay.length > 0 || toBegin(state).length > 0;
  if (moving) return state.halt === null || state.again.length > 0 ? "sending" : "halting";
  return isOver(state) && !isCutShort(state) ? "finished" : "halted";
}

/** What failed last did so for a reason that has nothing to do with it: it is part of what was halted. */
function isCutShort({ halt, failed }: Sending): boolean {
  return (halt === "lost" || halt === "refused") && failed.some(({ kind }) => kind !== "line");
}

/** Nothing is left to begin; some may have failed. */
function isOver({ sizes, next, again, underWay }: Sending): boolean {
  return next >= sizes.length && again.length === 0 && underWay.length === 0;
}

/** Lines that were sent and answered, whatever the answer. */
export function linesDone(state: Sending): number {
  return state.written + state.unchanged + linesFailed(state);
}

export function linesFailed({ failed, sizes }: Sending): number {
  return failed.reduce((lines, { index }) => lines + (sizes[index] ?? 0), 0);
}

export function linesTotal({ total }: Sending): number {
  return total;
}

/** Whether anything of the file is not where it should be: under way, not begun, or failed. */
export function hasRest(state: Sending): boolean {
  return !isOver(state) || state.failed.length > 0;
}
