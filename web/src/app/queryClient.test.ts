import { QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createQueryClient } from "./queryClient";

const queryKey = ["locationHistory", "17"];

/** A screen that reads what is stored; what it asks for is answered at once and comes when it is let go. */
function screen() {
  const client = createQueryClient();
  const answers: (() => void)[] = [];
  let stored = "before";
  const queryFn = () => {
    const answer = stored;
    return new Promise<string>((resolve) => answers.push(() => resolve(answer)));
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  return {
    client,
    write: () => (stored = "after"),
    asked: () => answers.length,
    shown: () => observer.getCurrentResult().data,
    arrive: (which: number) => answers[which]?.(),
  };
}

it("what is being read for the first time is read again when it is invalidated", async () => {
  const { client, write, asked, shown, arrive } = screen();
  write();
  const reloaded = client.invalidateQueries({ queryKey });
  expect(asked()).toBe(2);
  arrive(0);
  arrive(1);
  await reloaded;
  expect(shown()).toBe("after");
});

it("but not by who is content with a read that is under way", async () => {
  const { client, asked, arrive } = screen();
  const reloaded = client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  arrive(0);
  await reloaded;
  expect(asked()).toBe(1);
});

it("nor what a narrower invalidation leaves alone: what waits for it gets it", async () => {
  const { client, asked, shown, arrive } = screen();
  await client.invalidateQueries({ queryKey, type: "inactive" });
  expect(asked()).toBe(1);
  arrive(0);
  await expect.poll(shown).toBe("before");
});

it("nor what is to be read when it is next looked at", () => {
  const { client, asked } = screen();
  void client.invalidateQueries({ queryKey, refetchType: "none" });
  expect(asked()).toBe(1);
});
