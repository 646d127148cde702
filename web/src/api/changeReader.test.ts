import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChangeReader, BATCH_DELAY, MAX_IDS_PER_READ, READ_INTERVAL, RETRY_DELAY } from "./changeReader";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("passes at most 200 ids to one read and the others to later reads", async () => {
  const read = vi.fn((_ids: ReadonlySet<string>) => Promise.resolve());
  const reader = new ChangeReader(read);
  for (let id = 0; id < 2_500; id += 1) reader.add(`F${id}`);
  await vi.advanceTimersByTimeAsync(BATCH_DELAY);
  expect(read.mock.calls.map(([ids]) => ids.size)).toEqual([MAX_IDS_PER_READ]);
  await vi.advanceTimersByTimeAsync(12 * READ_INTERVAL);
  expect(read.mock.calls).toHaveLength(13);
  expect(new Set(read.mock.calls.flatMap(([ids]) => [...ids])).size).toBe(2_500);
});

it("starts no read while another is in progress", async () => {
  let finish: () => void = () => undefined;
  const read = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const reader = new ChangeReader(read);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(BATCH_DELAY);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(10 * READ_INTERVAL);
  expect(read).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(READ_INTERVAL);
  expect(read).toHaveBeenCalledTimes(2);
});

it("reads the same ids again after a failed read", async () => {
  const read = vi
    .fn((_ids: ReadonlySet<string>) => Promise.resolve())
    .mockRejectedValueOnce(new Error("no connection"));
  const reader = new ChangeReader(read);
  reader.add("F1");
  await vi.advanceTimersByTimeAsync(BATCH_DELAY + RETRY_DELAY);
  expect(read.mock.calls.map(([ids]) => [...ids])).toEqual([["F1"], ["F1"]]);
});

it("does not read after it is stopped", async () => {
  const read = vi.fn(() => Promise.resolve());
  const reader = new ChangeReader(read);
  reader.add("F1");
  reader.stop();
  reader.add("F2");
  await vi.advanceTimersByTimeAsync(10 * READ_INTERVAL);
  expect(read).not.toHaveBeenCalled();
});
