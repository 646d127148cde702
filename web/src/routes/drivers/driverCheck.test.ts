import { describe, expect, it } from "vitest";
import type { Line } from "../../uploads/rules/sheet";
import type { DriverColumn } from "../formats";
import type { KnownLocation } from "../knownLocations";
import { driverCheck } from "./driverCheck";

const KNOWN = new Map<string, KnownLocation>([
  ["IL_0001", { type: "FRIDGE", route: "amber", stop: 1 }],
  ["IL_0002", { type: "WHOLESALE", route: null, stop: 0 }],
  ["IL_0003", { type: "OTHER", route: null, stop: null }],
]);

function toLines(...rows: readonly (readonly [id: string, route: string, stop: string])[]): Line<DriverColumn>[] {
  return rows.map(([id, route, stop], index) => ({ number: index + 2, cells: { id, route, stop }, malformed: null }));
}
const compare = (lines: readonly Line<DriverColumn>[]) => driverCheck.compare(lines, KNOWN);

describe("a driver upload row needs a known location and the columns id, route and stop (RTE-4)", () => {
  it.each([
    ["IL_0001", "birch", "2", "changed", "amber, stop 1"],
    ["IL_0001", "amber", "2", "changed", "amber, stop 1"],
    ["IL_0001", "AMBER", "01", "unchanged", null],
    ["IL_0002", "amber", "1", "added", "No route"],
  ])("assigning %s to route %s, stop %s is reported as %s", (id, route, stop, outcome, stored) => {
    expect(compare(toLines([id, route, stop]))).toMatchObject([{ line: 2, outcome, stored, reasons: [] }]);
  });

  it.each([
    ["", "amber", "1", ["id cannot be empty"]],
    ["IL_9999", "amber", "1", ["There is no location IL_9999"]],
    ["IL_0003", "amber", "1", ["IL_0003 is neither a fridge nor a wholesale location"]],
    ["IL_0001", "", "", ["route cannot be empty", "stop cannot be empty"]],
    ["IL_0001", "amber", "1001", ["stop should be a number in the range of 0 to 1000!"]],
    ["IL_0001", "amber", "first", ["stop should be a number in the range of 0 to 1000!"]],
    ["IL_0001", "amber", "1.5", ["stop cannot be a decimal number"]],
    ["IL_9999", "amber", "-1", ["There is no location IL_9999", "stop should be a number in the range of 0 to 1000!"]],
  ])("rejects id %j, route %j, stop %j with %j", (id, route, stop, reasons) => {
    expect(compare(toLines([id, route, stop]))).toMatchObject([{ outcome: "rejected", reasons, value: null }]);
  });

  it("matches ids case-insensitively and sends the id as stored", () => {
    const [line] = compare(toLines(["il_0001", "birch", "2"]));
    expect(line).toMatchObject({ outcome: "changed", value: { id: "IL_0001", route: "birch", stop: 2 } });
    const twice = compare(toLines(["il_0001", "amber", "1"], ["IL_0001", "birch", "9"]));
    expect(twice.map(({ outcome }) => outcome)).toEqual(["rejected", "rejected"]);
  });

  it("rejects every row of an id that appears twice", () => {
    const lines = toLines(["IL_0001", "amber", "1"], ["IL_0002", "amber", "2"], ["IL_0001", "birch", "9"]);
    expect(compare(lines)).toMatchObject([
      { outcome: "rejected", reasons: ["IL_0001 appears 2 times: lines 2, 4"] },
      { outcome: "added", reasons: [] },
      { outcome: "rejected", reasons: ["IL_0001 appears 2 times: lines 2, 4"] },
    ]);
  });
});

describe("the payload of the driver upload (RTE-4)", () => {
  it("has the id, the route in lowercase and the stop as an integer; the location type selects the operation", () => {
    expect(
      compare(toLines(["IL_0001", "Birch East", "07"], ["IL_0002", "Amber", "0"])).map(({ value }) => value),
    ).toEqual([
      { type: "FRIDGE", id: "IL_0001", route: "birch east", stop: 7 },
      { type: "WHOLESALE", id: "IL_0002", route: "amber", stop: 0 },
    ]);
  });
});
