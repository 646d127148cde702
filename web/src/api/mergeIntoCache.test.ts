import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { mergeIntoCache } from "./mergeIntoCache";

const KEY = ["messages"];
const addThree = (cached: readonly number[]) => [...new Set([...cached, 3])];

/** Starts a read that the test resolves or rejects. */
function startRead(cached?: readonly number[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (cached) client.setQueryData(KEY, cached);
  let resolve: (data: readonly number[]) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const response = new Promise<readonly number[]>((...callbacks) => ([resolve, reject] = callbacks));
  const read = client.fetchQuery({ queryKey: KEY, queryFn: () => response }).catch(() => undefined);
  return { client, read, resolve, reject, cached: () => client.getQueryData<readonly number[]>(KEY) };
}

it("merges a change into the cached data at once", () => {
  const client = new QueryClient();
  client.setQueryData(KEY, [1]);
  mergeIntoCache(client, KEY, addThree);
  expect(client.getQueryData(KEY)).toEqual([1, 3]);
});

it("creates no data if none is cached", () => {
  const client = new QueryClient();
  mergeIntoCache(client, KEY, addThree);
  expect(client.getQueryData(KEY)).toBeUndefined();
});

it.each([{ initial: undefined }, { initial: [1] }])(
  "keeps the change after a read that started earlier returns: %o",
  async ({ initial }) => {
    const { client, read, resolve, cached } = startRead(initial);
    mergeIntoCache(client, KEY, addThree);
    resolve([1, 2]);
    await read;
    expect(cached()).toEqual([1, 2, 3]);
  },
);

it("keeps the error of a failed read and the time of the last successful one", async () => {
  const { client, read, reject, cached } = startRead([1]);
  const readAt = client.getQueryState(KEY)?.dataUpdatedAt;
  reject(new Error("no connection"));
  await read;
  mergeIntoCache(client, KEY, addThree);
  expect(cached()).toEqual([1, 3]);
  expect(client.getQueryState(KEY)).toMatchObject({ status: "error", error: new Error("no connection") });
  expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(readAt);
});

it("keeps the change after a read fails", async () => {
  const { client, read, reject, cached } = startRead([1]);
  mergeIntoCache(client, KEY, addThree);
  reject(new Error("no connection"));
  await read;
  expect(cached()).toEqual([1, 3]);
});
