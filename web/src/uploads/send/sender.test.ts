import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, messageOf } from "../../api/errors";
import type { Chunk, ChunkOutcome, RowResult, RowResults } from "../rules/chunk";
import { CONCURRENCY, linesFailed, phaseOf } from "../rules/sending";
import { createSender } from "./sender";

const LOST = () => Promise.reject(new ApiError("network"));
const chunksOf = (count: number): Chunk<number>[] =>
  Array.from({ length: count }, (_, index) => ({ label: `chunk ${index}`, lines: 10, payload: index }));

function sending(count: number, send: (payload: number) => Promise<ChunkOutcome<number>>) {
  const onIdle = vi.fn();
  const sender = createSender(chunksOf(count), {
    send,
    failureMessage: (error) => messageOf(error, "Unable to send"),
    onIdle,
  });
  return { sender, onIdle };
}
const phase = (sender: ReturnType<typeof createSender>) => phaseOf(sender.state());

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("createSender", () => {
  it(`sends each chunk once, with at most ${CONCURRENCY} in flight`, async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    const sent: number[] = [];
    const { sender, onIdle } = sending(50, async (payload) => {
      sent.push(payload);
      maxInFlight = Math.max(maxInFlight, (inFlight += 1));
      await new Promise((resolve) => setTimeout(resolve, 5 + (payload % 3)));
      inFlight -= 1;
      return "written";
    });
    expect(sent).toEqual([]);
    sender.start();
    await vi.runAllTimersAsync();
    expect(maxInFlight).toBe(CONCURRENCY);
    expect(sent.toSorted((a, b) => a - b)).toEqual(chunksOf(50).map(({ payload }) => payload));
    expect(sender.state().written).toBe(500);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("limits progress updates and publishes the end at once", async () => {
    const { sender } = sending(1000, async () => "unchanged");
    const listener = vi.fn();
    sender.subscribe(listener);
    sender.start();
    await vi.runAllTimersAsync();
    expect(phase(sender)).toBe("finished");
    expect(listener.mock.calls.length).toBeLessThan(20);
  });
});

describe("a failed call", () => {
  it("is retried before the chunk counts as failed", async () => {
    let attempts = 0;
    const { sender } = sending(1, () => ((attempts += 1) < 3 ? LOST() : Promise.resolve("written")));
    sender.start();
    await vi.runAllTimersAsync();
    expect(attempts).toBe(3);
    expect(sender.state()).toMatchObject({ written: 10, failed: [] });
  });

  it("is not retried when the server rejects the chunk", async () => {
    const send = vi.fn(() =>
      Promise.reject(new ApiError("invalid", "", { fields: [{ field: "stop", message: "No" }] })),
    );
    const { sender } = sending(1, send);
    sender.start();
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
    expect(sender.state().failed).toEqual([{ index: 0, kind: "rejected", reason: "No", reasons: [] }]);
  });
});

it("retries only the failed parts of a chunk", async () => {
  const sent: (readonly number[])[] = [];
  const send = async (payload: readonly number[]): Promise<ChunkOutcome<readonly number[]>> => {
    sent.push(payload);
    if (sent.length > 1) return "written";
    return { written: 2, unchanged: 0, failedParts: { lines: 1, payload: [8], reasons: ["8 is invalid"] } };
  };
  const chunks = [{ label: "numbers", lines: 3, payload: [7, 8, 9] }];
  const sender = createSender(chunks, { send, failureMessage: () => "Unable to send", onIdle: vi.fn() });
  sender.start();
  await vi.runAllTimersAsync();
  expect(sender.state().written).toBe(2);
  expect(linesFailed(sender.state())).toBe(1);
  expect(sender.chunk(0)?.lines).toBe(1);
  sender.retry([0]);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([[7, 8, 9], [8]]);
  expect(sender.state().written).toBe(3);
  expect(phase(sender)).toBe("finished");
});

describe("a lost connection", () => {
  it("halts the upload, keeps the written chunks, and continues after resume", async () => {
    let up = true;
    const written: number[] = [];
    const { sender, onIdle } = sending(100, async (payload) => {
      if (!up) return LOST();
      written.push(payload);
      if (written.length === 40) up = false;
      return "written";
    });
    sender.start();
    await vi.runAllTimersAsync();
    expect(phase(sender)).toBe("halted");
    expect(sender.state()).toMatchObject({ halt: "lost", written: 400 });
    // The remaining chunks were not tried.
    expect(linesFailed(sender.state())).toBeLessThanOrEqual(CONCURRENCY * 2 * 10);
    expect(sender.state().failed[0]?.reason).toBe("Unable to send");

    up = true;
    sender.resume();
    await vi.runAllTimersAsync();
    expect(phase(sender)).toBe("finished");
    expect(written.toSorted((a, b) => a - b)).toEqual(chunksOf(100).map(({ payload }) => payload));
    expect(onIdle).toHaveBeenCalledTimes(2);
  });

  it.each(["forbidden", "unauthenticated"] as const)("%s halts all", async (kind) => {
    const send = vi.fn(() => Promise.reject(new ApiError(kind, "Error! User Action Prohibited!")));
    const { sender } = sending(100, send);
    sender.start();
    await vi.runAllTimersAsync();
    expect({ phase: phase(sender), halt: sender.state().halt }).toEqual({ phase: "halted", halt: "forbidden" });
    expect(send.mock.calls.length).toBeLessThanOrEqual(CONCURRENCY);
  });
});

describe("results by row", () => {
  type Send = (row: number, outcomeUnknown: boolean) => Promise<ChunkOutcome<number>>;

  /** Sends one row per chunk. The line number of a row is its payload. */
  function sendRows(count: number, send: Send, results: RowResults = new Map()) {
    const chunks = Array.from({ length: count }, (_, row) => ({ label: `row ${row}`, lines: 1, payload: row }));
    const sender = createSender(chunks, {
      send,
      failureMessage: (error) => messageOf(error, "Unable to send"),
      onIdle: vi.fn(),
      rowsOf: (row) => [row],
      results,
    });
    sender.start();
    return sender;
  }
  const failure = (errors: readonly string[], outcomeUnknown: boolean): RowResult => ({
    state: "failed",
    errors,
    outcomeUnknown,
  });

  it("are pending until the server responds", async () => {
    const sender = sendRows(2, () => new Promise<"written">((resolve) => setTimeout(() => resolve("written"), 50)));
    expect([...sender.results().values()]).toEqual([{ state: "pending" }, { state: "pending" }]);
    await vi.runAllTimersAsync();
    expect([...sender.results().values()]).toEqual([{ state: "written" }, { state: "written" }]);
  });

  it("contain the server's messages of a rejected row, and the other rows are sent", async () => {
    const sender = sendRows(3, (row) =>
      row === 1 ? Promise.reject(new ApiError("invalid", "zipCode cannot be empty")) : Promise.resolve("written"),
    );
    await vi.runAllTimersAsync();
    expect(sender.results().get(1)).toEqual(failure(["zipCode cannot be empty"], false));
    expect(sender.results().get(2)).toEqual({ state: "written" });
    expect(phase(sender)).toBe("finished");
  });

  it("a call after a lost one states that the outcome is unknown", async () => {
    const attempts: boolean[] = [];
    const sender = sendRows(1, (_row, outcomeUnknown) => {
      attempts.push(outcomeUnknown);
      return attempts.length < 3 ? LOST() : Promise.resolve("written");
    });
    await vi.runAllTimersAsync();
    expect(attempts).toEqual([false, true, true]);
    expect(sender.results().get(0)).toEqual({ state: "written" });
  });

  it("of a lost call are unknown, also for the next upload of the row", async () => {
    const sender = sendRows(1, LOST);
    await vi.runAllTimersAsync();
    expect(sender.results().get(0)).toEqual(failure(["Unable to send"], true));
    const attempts: boolean[] = [];
    sendRows(
      1,
      (_row, outcomeUnknown) => {
        attempts.push(outcomeUnknown);
        return Promise.resolve("written");
      },
      sender.results(),
    );
    expect(attempts).toEqual([true]);
  });

  it("are removed from the rows that were not sent when the connection is lost", async () => {
    const sender = sendRows(500, LOST);
    await vi.runAllTimersAsync();
    expect(sender.state().halt).toBe("lost");
    expect([...sender.results().values()].every(({ state }) => state === "failed")).toBe(true);
    expect(sender.results().size).toBeLessThan(3 * CONCURRENCY);
    expect(sender.results().has(499)).toBe(false);
  });

  it("are removed from all rows when the server rejects the user", async () => {
    const sender = sendRows(50, () => Promise.reject(new ApiError("forbidden", "Error! User Action Prohibited!")));
    await vi.runAllTimersAsync();
    expect(sender.state()).toMatchObject({ halt: "forbidden" });
    expect(sender.state().failed[0]?.reason).toBe("Error! User Action Prohibited!");
    expect(sender.results().size).toBe(0);
  });

  it("remain for the rows that were in flight when the user stops the upload", async () => {
    const sender = sendRows(50, async (row) => {
      if (row === 6) sender.stop();
      await Promise.resolve();
      return "written";
    });
    await vi.runAllTimersAsync();
    expect(sender.state().halt).toBe("stopped");
    expect(sender.results().get(6)).toEqual({ state: "written" });
    expect(sender.results().has(49)).toBe(false);
  });

  describe("after a sequence of stop, resume and retry", () => {
    const FORBIDDEN = () => Promise.reject(new ApiError("forbidden", "Error! User Action Prohibited!"));
    const REJECTED = () => Promise.reject(new ApiError("invalid", "zipCode cannot be empty"));
    const WRITTEN = () => Promise.resolve<"written">("written");
    /** The response to the calls of a row until the next step: w written, r rejected, l lost, f forbidden. */
    const RESPONSES: Readonly<Record<string, () => Promise<"written">>> = {
      w: WRITTEN,
      r: REJECTED,
      l: LOST,
      f: FORBIDDEN,
    };
    /** The results of all rows: p pending, w written, r rejected, u failed with an unknown outcome, - none. */
    const format = (results: RowResults, count: number) =>
      Array.from({ length: count }, (_, row) => {
        const result = results.get(row);
        if (!result) return "-";
        return result.state === "failed" ? (result.outcomeUnknown ? "u" : "r") : result.state.charAt(0);
      }).join("");

    it.each<{ name: string; steps: readonly (readonly [string, string, string, string])[]; earlier?: RowResults }>([
      {
        name: "resume makes lost and unsent rows pending",
        steps: [
          ["start", "llllllllll", "pppppppppp", "uuuuuuuu--"],
          ["resume", "wwwwwwwwww", "pppppppppp", "wwwwwwwwww"],
        ],
      },
      {
        name: "resume keeps written and rejected rows",
        steps: [
          ["start", "wrllllll", "pppppppp", "wruuuuuu"],
          ["resume", "wwwwwwww", "wrpppppp", "wrwwwwww"],
        ],
      },
      {
        name: "a retry makes only the retried row pending",
        steps: [
          ["start", "rwr", "ppp", "rwr"],
          ["retry 0", "wwr", "pwr", "wwr"],
          ["retry 2", "www", "wwp", "www"],
        ],
      },
      {
        name: "a rejected row stays rejected if the server rejects the user during its retry",
        steps: [
          ["start", "rww", "ppp", "rww"],
          ["retry 0", "fww", "pww", "rww"],
          ["resume", "www", "pww", "www"],
        ],
      },
      {
        name: "a lost row stays unknown if the server rejects the user during its retry",
        steps: [
          ["start", "lww", "ppp", "uww"],
          ["retry 0", "fww", "pww", "uww"],
        ],
      },
      {
        name: "queued retries keep their failure when the connection is lost again",
        steps: [
          ["start", "rrrrrrrrrr", "pppppppppp", "rrrrrrrrrr"],
          ["retry 0 1 2 3 4 5 6 7 8 9", "llllllllll", "pppppppppp", "uuuuuuuurr"],
          ["resume", "wwwwwwwwww", "pppppppppp", "wwwwwwwwww"],
        ],
      },
      {
        name: "a retry after a lost connection makes the unsent rows pending too",
        steps: [
          ["start", "llllllllll", "pppppppppp", "uuuuuuuu--"],
          ["retry 1", "wwwwwwwwww", "upuuuuuupp", "uwuuuuuuww"],
        ],
      },
      {
        name: "a retry after a stop sends only the retried row",
        steps: [
          ["start, stop", "rwwwwwww", "pppppppp", "rwwwww--"],
          ["retry 0", "wwwwwwww", "pwwwww--", "wwwwww--"],
          ["resume", "wwwwwwww", "wwwwwwpp", "wwwwwwww"],
        ],
      },
      {
        name: "unsent rows keep the results of an earlier upload",
        earlier: new Map([[9, { state: "failed", errors: ["Unable to send"], outcomeUnknown: true }]]),
        steps: [
          ["start", "ffffffffff", "pppppppppp", "---------u"],
          ["resume", "wwwwwwwwww", "pppppppppp", "wwwwwwwwww"],
        ],
      },
    ])("$name", async ({ steps, earlier }) => {
      const count = steps[0]?.[1].length ?? 0;
      let responses = "";
      const chunks = Array.from({ length: count }, (_, row) => ({ label: `row ${row}`, lines: 1, payload: row }));
      const sender = createSender(chunks, {
        send: async (row) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return (RESPONSES[responses.charAt(row)] ?? WRITTEN)();
        },
        failureMessage: (error) => messageOf(error, "Unable to send"),
        onIdle: vi.fn(),
        rowsOf: (row) => [row],
        ...(earlier ? { results: earlier } : {}),
      });
      for (const [actions, script, during, after] of steps) {
        responses = script;
        for (const action of actions.split(", ")) {
          const [name, ...indexes] = action.split(" ");
          if (name === "start") sender.start();
          if (name === "stop") sender.stop();
          if (name === "resume") sender.resume();
          if (name === "retry") sender.retry(indexes.map(Number));
        }
        expect(format(sender.results(), count)).toBe(during);
        await vi.runAllTimersAsync();
        expect(format(sender.results(), count)).toBe(after);
      }
    });

    it("a retry after a response does not state that the outcome is unknown", async () => {
      const unknownOutcomes: boolean[] = [];
      const failedParts = { lines: 1, payload: [1], reasons: ["1 is invalid"] };
      const sender = createSender([{ label: "rows", lines: 2, payload: [0, 1] }], {
        send: (_rows, outcomeUnknown): Promise<ChunkOutcome<readonly number[]>> => {
          unknownOutcomes.push(outcomeUnknown);
          if (unknownOutcomes.length === 1) return LOST();
          if (unknownOutcomes.length === 2) return Promise.resolve({ written: 1, unchanged: 0, failedParts });
          return Promise.resolve("written");
        },
        failureMessage: () => "Unable to send",
        onIdle: vi.fn(),
        rowsOf: (rows) => rows,
      });
      sender.start();
      await vi.runAllTimersAsync();
      expect(sender.results().get(0)).toEqual({ state: "written" });
      expect(sender.results().get(1)).toEqual(failure(["1 is invalid"], false));
      sender.retry([0]);
      await vi.runAllTimersAsync();
      expect(unknownOutcomes).toEqual([false, true, false]);
      expect(sender.results().get(1)).toEqual({ state: "written" });
    });
  });
});
