import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChangeReader, COLLECT_FOR, MAX_IDS, READ_INTERVAL, RETRY_AFTER } from "./changes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("gives one read at most 200 ids, and the rest to the next", async () => {
  const read = vi.fn((_ids: ReadonlySet<string>) => Promise.resolve());
  const reader = new ChangeReader(read);
  for (let id = 0; id < 2_500; id += 1) reader.add(`F${id}`);
  await vi.advanceTimersByTimeAsync(COLLECT_FOR);
  expect(read.mock.calls.map(([ids]) => ids.size)).toEqual([MAX_IDS]);
  await vi.advanceTimersByTimeAsync(12 * READ_INTERVAL);
  expect(read.mock.calls).toHaveLength(13);
  expect(new Set(read.mock.calls.flatMap(([ids]) => [...ids])).size).toBe(2_500);
});

it("begins no read while one is under way", async () => {
  let end: () => void = () => undefined;
  const read = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const reader = new ChangeReader(read);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(COLLECT_FOR);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(10 * READ_INTERVAL);
  expect(read).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(READ_INTERVAL);
  expect(read).toHaveBeenCalledTimes(2);
});

it("reads the same ids again after a read that failed", async () => {
  const read = vi
    .fn((_ids: ReadonlySet<string>) => Promise.resolve())
    .mockRejectedValueOnce(new Error("no connection"));
  const reader = new ChangeReader(read);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(COLLECT_FOR + RETRY_AFTER);
  expect(read.mock.calls.map(([ids]) => [...ids])).toEqual([["F1"], ["F1"]]);
});

it("reads nothing after it is stopped", async () => {
  const read = vi.fn(() => Promise.resolve());
  const reader = new ChangeReader(read);
  reader.add("F1");
  reader.stop();
  reader.add("F2");
  await vi.advanceTimersByTimeAsync(10 * READ_INTERVAL);
  expect(read).not.toHaveBeenCalled();
});
