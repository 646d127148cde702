import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { combineQueries, flattenPages, knownAt, mapQuery, statusOf, withFallback, type QueryState } from "./query";

function stateOf<Data>(parts: Partial<QueryState<Data>>): QueryState<Data> {
  return { data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined, ...parts };
}

const forbidden = new ApiError("forbidden");
const failed = new ApiError("network");

test.each([
  ["loading", {}],
  ["failed", { error: failed }],
  ["forbidden", { error: forbidden }],
  ["forbidden", { error: forbidden, data: 1 }],
  ["loaded", { data: 1 }],
  ["loaded", { data: null }],
  ["loaded", { data: 1, error: failed }],
])("statusOf returns %s for %o", (status, parts) => {
  expect(statusOf(stateOf<number | null>(parts))).toBe(status);
});

test.each([
  ["now after a successful read", { dataUpdatedAt: 100 }, 900],
  ["the last successful read after a failed one", { dataUpdatedAt: 100, error: failed }, 100],
  ["now without a successful read", { error: failed }, 900],
])("knownAt returns %s", (_, parts, expected) => {
  expect(knownAt(stateOf(parts), 900)).toBe(expected);
});

describe("combineQueries", () => {
  test("has data when every query has data, with the age of the oldest", () => {
    const first = stateOf({ data: 1, dataUpdatedAt: 100 });
    expect(combineQueries({ first, second: stateOf<string>({}) }).data).toBeUndefined();
    const combined = combineQueries({ first, second: stateOf({ data: "a", dataUpdatedAt: 90 }) });
    expect(combined.data).toEqual({ first: 1, second: "a" });
    expect(combined.dataUpdatedAt).toBe(90);
  });

  test("has the first error, and prefers a missing permission", () => {
    const first = stateOf({ error: failed });
    expect(combineQueries({ first, second: stateOf({}) }).error).toBe(failed);
    expect(combineQueries({ first, second: stateOf({ error: forbidden }) }).error).toBe(forbidden);
  });

  test("refetches only the failed queries", () => {
    const [refetchFailed, refetchLoaded] = [vi.fn(), vi.fn()];
    combineQueries({
      first: stateOf({ error: failed, refetch: refetchFailed }),
      second: stateOf({ data: 1, refetch: refetchLoaded }),
    }).refetch();
    expect(refetchFailed).toHaveBeenCalledTimes(1);
    expect(refetchLoaded).not.toHaveBeenCalled();
  });
});

test("withFallback replaces an error by the fallback and keeps loaded data", () => {
  expect(withFallback(stateOf<number>({}), null)).toMatchObject({ data: undefined, error: null });
  expect(withFallback(stateOf<number>({ error: failed }), null)).toMatchObject({ data: null, error: null });
  expect(withFallback(stateOf({ data: 1, error: failed }), null)).toMatchObject({ data: 1, error: null });
});

test("withFallback keeps the fallback while a failed query is read again", () => {
  const repeated = { ...stateOf<number>({ isFetching: true }), errorUpdateCount: 1 };
  expect(withFallback(repeated, null)).toMatchObject({ data: null, error: null, isFetching: true });
});

test("mapQuery derives the data only when it is loaded", () => {
  const derive = (count: number) => count + 1;
  expect(mapQuery(stateOf<number>({ error: failed }), derive)).toMatchObject({ data: undefined, error: failed });
  expect(mapQuery(stateOf({ data: 1 }), derive).data).toBe(2);
});

test("flattenPages returns the items of all pages", () => {
  const data = { pages: [{ items: ["a", "b"] }, { items: ["c"] }] };
  expect(flattenPages(stateOf({ data })).data).toEqual(["a", "b", "c"]);
});

/** Code that assembles the states of a query by itself instead of using QueryView or QueryError. */
const OWN_BRANCH =
  /isForbidden\(|kindOf\([^)]*\) [!=]== "forbidden"|\.(isPending|isLoading|isError) (&&|\?)\s*\(?\s*<|<Failure\b[^>]*refetch/;

test("components outside of ui/query have no branches for the states of a query", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(ui\/query|api)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const offenders = files.filter((file) => {
    const source = readFileSync(`src/${file}`, "utf8");
    return file.endsWith(".tsx") ? OWN_BRANCH.test(source) : source.includes("isForbidden(");
  });
  expect(offenders).toEqual([]);
});
