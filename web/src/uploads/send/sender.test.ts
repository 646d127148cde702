import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, messageOf } from "../../api/errors";
import type { Chunk, ChunkOutcome } from "../rules/chunk";
import { AT_ONCE, linesFailed, phaseOf } from "../rules/sending";
import { createSender } from "./sender";

const LOST = () => Promise.reject(new ApiError("network"));
const chunksOf = (count: number): Chunk<number>[] =>
  Array.from({ length: count }, (_, index) => ({ label: `chunk ${index}`, lines: 10, payload: index }));

function sending(count: number, send: (payload: number) => Promise<ChunkOutcome<number>>) {
  const onRest = vi.fn();
  const sender = createSender(chunksOf(count), { send, failed: (error) => messageOf(error, "Unable to send"), onRest });
  return { sender, onRest };
}
const phase = (sender: ReturnType<typeof createSender>) => phaseOf(sender.state());

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("chunks are sent in parallel, with a bound", () => {
  it(`never more than ${AT_ONCE} at once, each once`, async () => {
    let now = 0;
    let most = 0;
    const sent: number[] = [];
    const { sender, onRest } = sending(50, async (payload) => {
      sent.push(payload);
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 5 + (payload % 3)));
      now -= 1;
      return "written";
    });
    expect(sent).toEqual([]);
    sender.start();
    await vi.runAllTimersAsync();
    expect(most).toBe(AT_ONCE);
    expect(sent.toSorted((a, b) => a - b)).toEqual(chunksOf(50).map(({ payload }) => payload));
    expect(sender.state().written).toBe(500);
    expect(onRest).toHaveBeenCalledOnce();
  });

  it("progress is told now and then, and the end at once", async () => {
    const { sender } = sending(1000, async () => "unchanged");
    const heard = vi.fn();
    sender.subscribe(heard);
    sender.start();
    await vi.runAllTimersAsync();
    expect(phase(sender)).toBe("finished");
    expect(heard.mock.calls.length).toBeLessThan(20);
  });
});

describe("a chunk without an answer", () => {
  it("is tried again by itself before it counts as failed", async () => {
    let tries = 0;
    const { sender } = sending(1, () => ((tries += 1) < 3 ? LOST() : Promise.resolve("written")));
    sender.start();
    await vi.runAllTimersAsync();
    expect([tries, sender.state().written, sender.state().failed]).toEqual([3, 10, []]);
  });

  it("is not tried again where the server refused it", async () => {
    const send = vi.fn(() =>
      Promise.reject(new ApiError("invalid", "", { fields: [{ field: "stop", message: "No" }] })),
    );
    const { sender } = sending(1, send);
    sender.start();
    await vi.runAllTimersAsync();
    expect(send).toHaveBeenCalledOnce();
    expect(sender.state().failed).toEqual([{ index: 0, kind: "line", reason: "No", reasons: [] }]);
  });
});

it("sends only the failed part of a chunk again", async () => {
  const sent: (readonly number[])[] = [];
  const send = async (payload: readonly number[]): Promise<ChunkOutcome<readonly number[]>> => {
    sent.push(payload);
    if (sent.length > 1) return "written";
    return { written: 2, unchanged: 0, rest: { lines: 1, payload: [8], reasons: ["8 is invalid"] } };
  };
  const chunks = [{ label: "numbers", lines: 3, payload: [7, 8, 9] }];
  const sender = createSender(chunks, { send, failed: () => "Unable to send", onRest: vi.fn() });
  sender.start();
  await vi.runAllTimersAsync();
  expect([sender.state().written, linesFailed(sender.state()), sender.chunk(0)?.lines]).toEqual([2, 1, 1]);
  sender.retry([0]);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([[7, 8, 9], [8]]);
  expect([sender.state().written, phase(sender)]).toEqual([3, "finished"]);
});

describe("a connection that is cut in the middle", () => {
  it("halts the rest, keeps what was written, and goes on when resumed", async () => {
    let up = true;
    const written: number[] = [];
    const { sender, onRest } = sending(100, async (payload) => {
      if (!up) return LOST();
      written.push(payload);
      if (written.length === 40) up = false;
      return "written";
    });
    sender.start();
    await vi.runAllTimersAsync();
    expect([phase(sender), sender.state().halt, sender.state().written]).toEqual(["halted", "lost", 400]);
    // It did not run through all that is left.
    expect(linesFailed(sender.state())).toBeLessThanOrEqual(AT_ONCE * 2 * 10);
    expect(sender.state().failed[0]?.reason).toBe("Unable to send");

    up = true;
    sender.resume();
    await vi.runAllTimersAsync();
    expect(phase(sender)).toBe("finished");
    expect(written.toSorted((a, b) => a - b)).toEqual(chunksOf(100).map(({ payload }) => payload));
    expect(onRest).toHaveBeenCalledTimes(2);
  });

  it.each(["forbidden", "unauthenticated"] as const)("%s halts all", async (kind) => {
    const send = vi.fn(() => Promise.reject(new ApiError(kind, "Error! User Action Prohibited!")));
    const { sender } = sending(100, send);
    sender.start();
    await vi.runAllTimersAsync();
    expect([phase(sender), sender.state().halt]).toEqual(["halted", "refused"]);
    expect(send.mock.calls.length).toBeLessThanOrEqual(AT_ONCE);
  });
});
