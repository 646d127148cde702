import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "./queryClient";

const queryKey = ["locationHistory", "17"];

/** A screen that reads a stored value. The server responds at once; the test decides when each response arrives. */
function startScreen() {
  const client = createQueryClient();
  const deliveries: (() => void)[] = [];
  let stored = "before";
  const queryFn = () => {
    const response = stored;
    return new Promise<string>((resolve) => deliveries.push(() => resolve(response)));
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  return {
    client,
    write: () => (stored = "after"),
    readCount: () => deliveries.length,
    displayed: () => observer.getCurrentResult().data,
    deliver: (read: number) => deliveries[read]?.(),
  };
}

it("invalidateQueries repeats a first read that is in progress", async () => {
  const { client, write, readCount, displayed, deliver } = startScreen();
  write();
  const reloaded = client.invalidateQueries({ queryKey });
  expect(readCount()).toBe(2);
  deliver(0);
  deliver(1);
  await reloaded;
  expect(displayed()).toBe("after");
});

it("invalidateQueries with cancelRefetch: false does not repeat it", async () => {
  const { client, readCount, deliver } = startScreen();
  const reloaded = client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  deliver(0);
  await reloaded;
  expect(readCount()).toBe(1);
});

it("invalidateQueries of inactive queries does not repeat an active one", async () => {
  const { client, readCount, displayed, deliver } = startScreen();
  await client.invalidateQueries({ queryKey, type: "inactive" });
  expect(readCount()).toBe(1);
  deliver(0);
  await expect.poll(displayed).toBe("before");
});

it("invalidateQueries with refetchType: none does not repeat it", () => {
  const { client, readCount } = startScreen();
  void client.invalidateQueries({ queryKey, refetchType: "none" });
  expect(readCount()).toBe(1);
});
