import { expect, test } from "vitest";
import { nextBatch, toRoutePattern, removeBatch } from "./pageViews";

test("a screen is named by its route pattern, without ids", () => {
  expect(toRoutePattern([undefined, undefined, "locations/detail/:id?"])).toBe("/locations/detail/:id?");
  expect(toRoutePattern([undefined, undefined])).toBe("/");
});

const view = (id: string, at: number) => ({ id, screen: "/home", at });

test("a batch has the age of each view, at most 100 views, and no view older than a day", () => {
  const old = view("old", 0);
  const now = 24 * 60 * 60_000;
  const many = Array.from({ length: 120 }, (_, index) => view(`v${index}`, now - 1000));
  const batch = nextBatch([old, ...many], now);
  expect(batch).toHaveLength(100);
  expect(batch[0]).toEqual({ id: "v0", screen: "/home", ago: 1000 });
  expect(removeBatch([old, ...many], batch, now)).toHaveLength(20);
});
