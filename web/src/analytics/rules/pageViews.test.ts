import { expect, test } from "vitest";
import { batchOf, screenOf, withoutBatch } from "./pageViews";

test("a screen is its path in the route table, without ids", () => {
  expect(screenOf([undefined, undefined, "locations/detail/:id?"])).toBe("/locations/detail/:id?");
  expect(screenOf([undefined, undefined])).toBe("/");
});

const view = (id: string, at: number) => ({ id, screen: "/home", at });

test("a batch tells how long ago each view was, at most 100 of them, and none older than a day", () => {
  const old = view("old", 0);
  const now = 24 * 60 * 60_000;
  const many = Array.from({ length: 120 }, (_, index) => view(`v${index}`, now - 1000));
  const batch = batchOf([old, ...many], now);
  expect(batch).toHaveLength(100);
  expect(batch[0]).toEqual({ id: "v0", screen: "/home", ago: 1000 });
  expect(withoutBatch([old, ...many], batch, now)).toHaveLength(20);
});
