// @vitest-environment happy-dom
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { clearCache, readCache, writeCache } from "./storage";
import { rowsOf, userCache } from "./userCache";

const KEY = "numbers";
const data = v.object({ day: v.string(), rows: rowsOf<number>() });
const cache = userCache({ key: KEY, schema: "1", data });

beforeEach(clearCache);

test("a cache returns what it stored for the user", async () => {
  expect(await cache.read("ann")).toBeNull();
  await cache.write("ann", { day: "2026-11-21", rows: [1, 2] });
  expect(await cache.read("ann")).toEqual({ day: "2026-11-21", rows: [1, 2] });
});

const stored = { day: "2026-11-21", rows: [1] };

test.each([
  ["of another schema", { schema: "0", user: "ann", data: stored }],
  ["without data", { schema: "1", user: "ann" }],
  ["whose data has another form", { schema: "1", user: "ann", data: { ...stored, rows: "many" } }],
])("an entry %s is not returned and is removed alone", async (_, entry) => {
  await writeCache("another", 1);
  await writeCache(KEY, entry);
  expect(await cache.read("ann")).toBeNull();
  expect(await readCache(KEY)).toBeUndefined();
  expect(await readCache("another")).toBe(1);
});

test.each([
  ["of another user", { schema: "1", user: "bob", data: stored }],
  ["without a user", { schema: "1", data: stored }],
  ["that is a string", "numbers"],
  ["that is an array", [stored]],
  ["that is null", null],
])("an entry %s is not returned and clears the cache", async (_, entry) => {
  await writeCache("another", 1);
  await writeCache(KEY, entry);
  expect(await cache.read("ann")).toBeNull();
  expect(await readCache(KEY)).toBeUndefined();
  expect(await readCache("another")).toBeUndefined();
});
