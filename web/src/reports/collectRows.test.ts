import { describe, expect, it } from "vitest";
import { collectPlainRows } from "./collectRows";
import { joinRequests } from "./log/requests";
import { summarizeByRoute } from "./charts/ranges";
import type { DriverLogEntry } from "./reports";

const entry = (
  requestId: string,
  type: DriverLogEntry["type"],
  second: number,
  parts: Partial<DriverLogEntry> = {},
) => ({
  requestId,
  type,
  action_time: new Date(Date.UTC(2026, 10, 21, 15, 0, second)).toISOString(),
  uuid: "u-1",
  fridge: "CHI_0001",
  operation: "VanTasks",
  ...parts,
});
const at = (second: number) => Date.UTC(2026, 10, 21, 15, 0, second);

describe("collecting rows from pages", () => {
  it("keeps the order, and processes each page once", () => {
    const rowsOf = collectPlainRows<number>();
    const [first, second] = [{ items: [1, 2], nextToken: "a" }, { items: [3] }];
    expect(rowsOf([])).toEqual([]);
    expect(rowsOf([first])).toEqual([1, 2]);
    expect(rowsOf([first, second])).toEqual([1, 2, 3]);
    expect(rowsOf([first, second])).toBe(rowsOf([first, second]));
    expect(rowsOf([{ items: [9] }])).toEqual([9]);
    expect(rowsOf([first])).toEqual([1, 2]);
  });
});

describe("driver log entries joined by request id (RPT-3)", () => {
  it("joins request, response and error into one row, across pages and in any order", () => {
    const rows = joinRequests([
      { items: [entry("a", "request", 1), entry("b", "response", 2)], nextToken: "next" },
      { items: [entry("a", "error", 3, { error: "no answer" }), entry("a", "response", 4), entry("b", "request", 1)] },
    ]);
    expect(rows).toMatchObject([
      { requestId: "a", requested: at(1), responded: at(4), failed: true, reason: "no answer" },
      { requestId: "b", requested: at(1), responded: at(2), failed: false, reason: null },
    ]);
  });
  it("ignores a duplicate step", () => {
    const [row, ...others] = joinRequests([{ items: [entry("a", "request", 1), entry("a", "request", 1)] }]);
    expect(row).toMatchObject({ requested: at(1), responded: null });
    expect(others).toEqual([]);
  });
});

describe("route temperatures above 41 (RPT-4)", () => {
  it("does not count 41 as above, and sorts the warmest route first", () => {
    const row = (assignedRoute: string | undefined, Temperature: number) => ({
      Location: "CHI_0001",
      DateTime: 1,
      Temperature,
      ...(assignedRoute ? { assignedRoute } : {}),
    });
    expect(summarizeByRoute([row("b", 41), row("a", 36), row("a", 41.1), row(undefined, 35)])).toEqual([
      { route: "a", min: 36, max: 41.1, count: 2, aboveLimit: 1 },
      { route: "b", min: 41, max: 41, count: 1, aboveLimit: 0 },
      { route: "", min: 35, max: 35, count: 1, aboveLimit: 0 },
    ]);
  });
});
