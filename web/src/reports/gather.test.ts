import { describe, expect, it } from "vitest";
import { findRows } from "./find";
import { plainRows } from "./gather";
import { requestsOf } from "./log/requests";
import { rangesOf } from "./charts/ranges";
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

describe("pages become rows", () => {
  it("as they come, and each once", () => {
    const rowsOf = plainRows<number>();
    const [first, second] = [{ items: [1, 2], nextToken: "a" }, { items: [3] }];
    expect(rowsOf([])).toEqual([]);
    expect(rowsOf([first])).toEqual([1, 2]);
    expect(rowsOf([first, second])).toEqual([1, 2, 3]);
    expect(rowsOf([first, second])).toBe(rowsOf([first, second]));
    expect(rowsOf([{ items: [9] }])).toEqual([9]);
    expect(rowsOf([first])).toEqual([1, 2]);
  });
});

describe("spec 3, entries of the driver log are joined by their request", () => {
  it("request, response and error are one row, over pages and in any order", () => {
    const rows = requestsOf([
      { items: [entry("a", "request", 1), entry("b", "response", 2)], nextToken: "next" },
      { items: [entry("a", "error", 3, { error: "no answer" }), entry("a", "response", 4), entry("b", "request", 1)] },
    ]);
    expect(
      rows.map(({ requestId, requested, answered, failed, reason }) => [
        requestId,
        requested,
        answered,
        failed,
        reason,
      ]),
    ).toEqual([
      ["a", at(1), at(4), true, "no answer"],
      ["b", at(1), at(2), false, null],
    ]);
  });
  it("a step told twice is one", () => {
    const [row, ...others] = requestsOf([{ items: [entry("a", "request", 1), entry("a", "request", 1)] }]);
    expect([row?.requested, row?.answered, others.length]).toEqual([at(1), null, 0]);
  });
});

describe("rows are found by words", () => {
  it("each of which is in one of the names", () => {
    const rows = ["Cobb Salad", "Greek Salad", "Salad Bowl"];
    expect(findRows(rows, " SALAD cobb ", (row) => [row])).toEqual(["Cobb Salad"]);
    expect(findRows(rows, "  ", (row) => [row])).toBe(rows);
  });
});

describe("spec 9, above 41 is highlighted", () => {
  it("41 is not above, and routes are told the warmest first", () => {
    const row = (assignedRoute: string | undefined, Temperature: number) => ({
      Location: "CHI_0001",
      DateTime: 1,
      Temperature,
      ...(assignedRoute ? { assignedRoute } : {}),
    });
    expect(rangesOf([row("b", 41), row("a", 36), row("a", 41.1), row(undefined, 35)])).toEqual([
      { route: "a", least: 36, most: 41.1, count: 2, above: 1 },
      { route: "b", least: 41, most: 41, count: 1, above: 0 },
      { route: "", least: 35, most: 35, count: 1, above: 0 },
    ]);
  });
});
