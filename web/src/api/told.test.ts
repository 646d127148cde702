import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { keepTold } from "./told";

const KEY = ["messages"];
const withThree = (known: readonly number[]) => [...new Set([...known, 3])];

/** A client that is reading, and what ends the reading. */
function reading(known?: readonly number[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (known) client.setQueryData(KEY, known);
  let resolve: (answer: readonly number[]) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const answer = new Promise<readonly number[]>((...ends) => ([resolve, reject] = ends));
  const read = client.fetchQuery({ queryKey: KEY, queryFn: () => answer }).catch(() => undefined);
  return { client, read, resolve, reject, kept: () => client.getQueryData<readonly number[]>(KEY) };
}

it("what is told is kept at once", () => {
  const client = new QueryClient();
  client.setQueryData(KEY, [1]);
  keepTold(client, KEY, withThree);
  expect(client.getQueryData(KEY)).toEqual([1, 3]);
});

it("nothing is made up where nothing is known yet", () => {
  const client = new QueryClient();
  keepTold(client, KEY, withThree);
  expect(client.getQueryData(KEY)).toBeUndefined();
});

it.each([{ known: undefined }, { known: [1] }])(
  "a read that was answered before does not undo it: %o",
  async ({ known }) => {
    const { client, read, resolve, kept } = reading(known);
    keepTold(client, KEY, withThree);
    resolve([1, 2]);
    await read;
    expect(kept()).toEqual([1, 2, 3]);
  },
);

it("an event leaves the error of a failed read, and the time of the last one that succeeded", async () => {
  const { client, read, reject, kept } = reading([1]);
  const readAt = client.getQueryState(KEY)?.dataUpdatedAt;
  reject(new Error("no connection"));
  await read;
  keepTold(client, KEY, withThree);
  expect(kept()).toEqual([1, 3]);
  expect(client.getQueryState(KEY)).toMatchObject({ status: "error", error: new Error("no connection") });
  expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(readAt);
});

it("a read that fails leaves it", async () => {
  const { client, read, reject, kept } = reading([1]);
  keepTold(client, KEY, withThree);
  reject(new Error("no connection"));
  await read;
  expect(kept()).toEqual([1, 3]);
});
