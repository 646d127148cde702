import { describe, expect, it } from "vitest";
import {
  initialSending,
  isIncomplete,
  linesDone,
  linesFailed,
  linesTotal,
  MAX_LOST_CALLS,
  nextChunks,
  phaseOf,
  reduce,
  type Sending,
  type SendingEvent,
} from "./sending";

/**
 * Applies events, written as a letter and the index of a chunk: b started, w written, u unchanged, f rejected, l lost,
 * x forbidden, a retry; s stop and r resume have no index.
 */
function play(state: Sending, events: string): Sending {
  return events
    .split(" ")
    .filter(Boolean)
    .reduce((current, event) => {
      const index = Number(event.slice(1));
      const eventOf: Record<string, SendingEvent> = {
        b: { type: "started", index },
        w: { type: "completed", index, outcome: "written" },
        u: { type: "completed", index, outcome: "unchanged" },
        f: { type: "failed", index, kind: "rejected", reason: "stop cannot be empty" },
        l: { type: "failed", index, kind: "lost", reason: "No response" },
        x: { type: "failed", index, kind: "forbidden", reason: "Error! User Action Prohibited!" },
        s: { type: "stop" },
        r: { type: "resume" },
        a: { type: "retry", indexes: [index] },
      };
      return reduce(current, eventOf[event[0] ?? ""] as SendingEvent);
    }, state);
}
const fourChunks = () => initialSending([10, 20, 30, 40]);
const countLines = (state: Sending) => ({
  written: state.written,
  unchanged: state.unchanged,
  failed: linesFailed(state),
  done: linesDone(state),
  total: linesTotal(state),
});

describe("nextChunks respects the concurrency", () => {
  it.each([
    ["", 2, [0, 1]],
    ["b0", 2, [1]],
    ["b0 b1", 2, []],
    ["b0 b1 w0", 2, [2]],
    ["b0 b1 b2 b3", 6, []],
    ["", 6, [0, 1, 2, 3]],
    ["b0 b1 f0 a0", 2, [0]],
    ["b0 f0 b1 a0", 6, [0, 2, 3]],
    ["b0 s", 6, []],
    ["b0 f0 s a0", 6, [0]],
    ["b0 x0", 6, []],
  ])("after '%s' with concurrency %i returns %j", (events, concurrency, chunks) =>
    expect(nextChunks(play(fourChunks(), events), concurrency)).toEqual(chunks),
  );
});

describe("a failed chunk", () => {
  it("is kept as failed while the other chunks are sent", () => {
    const state = play(fourChunks(), "b0 b1 f0 w1 b2 w2 b3 u3");
    expect(state.failed).toEqual([{ index: 0, kind: "rejected", reason: "stop cannot be empty", reasons: [] }]);
    expect(phaseOf(state)).toBe("finished");
    expect(countLines(state)).toEqual({ written: 50, unchanged: 40, failed: 10, done: 100, total: 100 });
    expect(isIncomplete(state)).toBe(true);
  });

  it("can be retried without the other failed chunks", () => {
    const state = play(fourChunks(), "b0 b1 f0 f1 b2 w2 b3 w3 a1");
    expect(nextChunks(state)).toEqual([1]);
    const retried = play(state, "b1 w1");
    expect(retried.failed.map(({ index }) => index)).toEqual([0]);
    expect(phaseOf(retried)).toBe("finished");
  });

  it("can be retried together with all failed chunks", () => {
    const failed = play(fourChunks(), "b0 b1 f0 l1 b2 w2 b3 w3");
    const state = reduce(failed, { type: "retry", indexes: [0, 1] });
    const retried = play(state, "b0 w0 b1 w1");
    expect(isIncomplete(retried)).toBe(false);
    expect(retried.written).toBe(100);
  });

  it("is queued once when it is retried twice", () => {
    const state = play(fourChunks(), "b0 f0 a0 a0 b0 a0");
    expect(state.retries).toEqual([]);
    expect(state.inFlight).toEqual([0]);
  });
});

describe("a partly written chunk", () => {
  const failedParts = { lines: 5, payload: ["x"], reasons: ["x is invalid", "y is invalid"] };
  const partlyWritten = () =>
    reduce(play(initialSending([10, 20]), "b0 b1 w1"), {
      type: "completed",
      index: 0,
      outcome: { written: 3, unchanged: 2, failedParts },
    });

  it("counts the stored lines and fails with the failed parts only", () => {
    const state = partlyWritten();
    expect(countLines(state)).toEqual({ written: 23, unchanged: 2, failed: 5, done: 30, total: 30 });
    const reason = "x is invalid\ny is invalid";
    expect(state.failed).toEqual([{ index: 0, kind: "rejected", reason, reasons: failedParts.reasons }]);
    expect({ phase: phaseOf(state), incomplete: isIncomplete(state) }).toEqual({ phase: "finished", incomplete: true });
  });

  it("is complete after the failed parts are written", () => {
    const state = play(partlyWritten(), "a0 b0 w0");
    expect(countLines(state)).toEqual({ written: 28, unchanged: 2, failed: 0, done: 30, total: 30 });
    expect(isIncomplete(state)).toBe(false);
  });
});

describe("when the connection is lost", () => {
  const disconnected = () => play(initialSending(Array.from({ length: 10 }, () => 1)), "b0 w0 b1 b2 b3 b4 l1 l2 l3 l4");

  it(`starts no more chunks after ${MAX_LOST_CALLS} lost calls in a row`, () => {
    const state = disconnected();
    expect({ halt: state.halt, phase: phaseOf(state), next: nextChunks(state) }).toEqual({
      halt: "lost",
      phase: "halted",
      next: [],
    });
  });

  it("keeps the written lines, and resume sends the lost and unsent chunks", () => {
    const state = play(disconnected(), "r");
    expect(state.written).toBe(1);
    expect(state.failed).toEqual([]);
    expect(nextChunks(state)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(phaseOf(state)).toBe("sending");
  });

  it("does not retry rejected chunks on resume", () => {
    const state = play(disconnected(), "r b1 f1 s r");
    expect(state.failed.map(({ index }) => index)).toEqual([1]);
  });

  it("continues with all chunks when a single chunk is retried", () => {
    const state = play(disconnected(), "a1");
    expect(nextChunks(state)[0]).toBe(1);
    expect(state.halt).toBeNull();
  });

  it.each([
    ["1 chunk", 1, "b0 l0"],
    ["2 chunks", 2, "b0 b1 l0 l1"],
    ["4 chunks", 4, "b0 b1 b2 b3 l0 l1 l2 l3"],
  ])("halts a file of %s, and resume sends all of it", (_, count, events) => {
    const state = play(initialSending(Array.from({ length: count }, () => 1)), events);
    expect({ halt: state.halt, phase: phaseOf(state) }).toEqual({ halt: "lost", phase: "halted" });
    expect(nextChunks(play(state, "r"))).toHaveLength(count);
  });

  it("does not halt when calls are lost but not in a row", () => {
    const state = play(initialSending(Array.from({ length: 10 }, () => 1)), "b0 b1 b2 b3 b4 l0 l1 w2 l3 l4");
    expect(state.halt).toBeNull();
  });
});

describe("stop and resume", () => {
  it("is halting until the chunks in flight are done", () => {
    const state = play(fourChunks(), "b0 b1 s");
    expect(phaseOf(state)).toBe("halting");
    expect(phaseOf(play(state, "w0 w1"))).toBe("halted");
  });

  it("continues with the next chunk after resume", () => {
    const state = play(fourChunks(), "b0 b1 s w0 w1 r");
    expect({ phase: phaseOf(state), next: nextChunks(state) }).toEqual({ phase: "sending", next: [2, 3] });
  });

  it("ignores stop after the upload finished", () => {
    expect(phaseOf(play(fourChunks(), "b0 w0 b1 w1 b2 w2 b3 w3 s"))).toBe("finished");
  });

  it("finishes when it is stopped while the last chunks are in flight", () => {
    expect(phaseOf(play(fourChunks(), "b0 b1 b2 b3 s w0 w1 w2 w3"))).toBe("finished");
  });
});

it("halts when the user lacks the permission, because every chunk would fail", () => {
  const state = play(fourChunks(), "b0 b1 x0");
  expect({ halt: state.halt, phase: phaseOf(state) }).toEqual({ halt: "forbidden", phase: "halting" });
  expect(phaseOf(play(state, "x1"))).toBe("halted");
});

it("writes every chunk and sends none twice at once, for random responses and failures", () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let random = seed;
    const roll = (sides: number) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return Math.floor((random / 2147483648) * sides);
    };
    let state = initialSending(Array.from({ length: 40 }, () => 1));
    for (let step = 0; step < 2000 && isIncomplete(state); step += 1) {
      for (const index of nextChunks(state)) {
        expect(state.inFlight).not.toContain(index);
        state = reduce(state, { type: "started", index });
      }
      expect(state.inFlight.length).toBeLessThanOrEqual(6);
      const index = state.inFlight[roll(Math.max(1, state.inFlight.length))];
      if (index === undefined) {
        const indexes = state.failed.map((failure) => failure.index);
        state = reduce(state, roll(2) ? { type: "resume" } : { type: "retry", indexes });
      } else {
        const kind = (["rejected", "lost", "forbidden"] as const)[roll(12)];
        state = reduce(
          state,
          kind ? { type: "failed", index, kind, reason: "no" } : { type: "completed", index, outcome: "written" },
        );
        if (roll(15) === 0) state = reduce(state, { type: "stop" });
      }
    }
    expect(state.written).toBe(40);
    expect(phaseOf(state)).toBe("finished");
  }
});
