import { describe, expect, it } from "vitest";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { buildRouteStop } from "../view/stops.fixture";
import { scheduleCheck } from "./scheduleCheck";

const LOCATIONS = new Map(
  ["IL_0001", "IL_0002", "IL_0003"].map((id) => [id, { type: "FRIDGE" as const, route: "amber", stop: 1 }]),
);

/** Parses rows of 'date market id route stop stockingIndex stopType'. */
function toLines(...rows: readonly string[]): Line<ScheduleColumn>[] {
  return rows.map((text, index) => {
    const cells = text.split(" ");
    return {
      number: index + 2,
      cells: Object.fromEntries(
        SCHEDULE_COLUMNS.map((column, columnIndex) => [column, cells[columnIndex] ?? ""]),
      ) as Record<ScheduleColumn, string>,
      malformed: null,
    };
  });
}

/** An expected row: its line, its outcome, and its stored values or its errors. */
function row(line: number | null, outcome: string, note: string) {
  return { line, outcome, note };
}

function compare(lines: readonly Line<ScheduleColumn>[], stops = [buildRouteStop()]) {
  return scheduleCheck
    .compare(lines, { locations: LOCATIONS, stops })
    .map(({ line, outcome, stored, reasons }) => row(line, outcome, stored ?? reasons.join("; ")));
}

describe("comparing a schedule with the stored stops", () => {
  it.each([
    ["the same", "2026-11-21 MW IL_0001 Amber 1 1 stock", [row(2, "unchanged", "")]],
    ["another stop", "2026-11-21 MW IL_0001 amber 2 1 STOCK", [row(2, "changed", "stop 1")]],
    ["another type", "2026-11-21 MW IL_0001 amber 1 1 REMOVAL", [row(2, "changed", "STOCK")]],
    ["another market", "2026-11-21 NE IL_0001 amber 1 1 STOCK", [row(2, "changed", "MW")]],
    ["another day", "2026-11-22 MW IL_0001 amber 1 1 STOCK", [row(2, "added", "")]],
    ["another route", "2026-11-21 MW IL_0001 birch 1 1 STOCK", [row(2, "added", "")]],
    [
      "another stocking of the same day replaces the stored one",
      "2026-11-21 MW IL_0001 amber 1 2 STOCK",
      [row(2, "added", ""), row(null, "removed", "Not in the file")],
    ],
  ])("%s", (_, text, expected) => expect(compare(toLines(text))).toEqual(expected));

  it("lists stored stops that the route loses, and ignores stops of other routes", () => {
    const stored = [
      buildRouteStop(),
      buildRouteStop({ id: "IL_0002", stop: 2 }),
      buildRouteStop({ route: "birch", id: "IL_0003" }),
    ];
    expect(compare(toLines("2026-11-21 MW IL_0001 amber 1 1 STOCK"), stored)).toEqual([
      row(2, "unchanged", ""),
      row(null, "removed", "Not in the file"),
    ]);
  });

  it("rejects the whole route if one row is invalid, and removes nothing", () => {
    const rows = toLines(
      "2026-11-21 MW IL_0002 amber 1 1 STOCK",
      "2026-11-21 MW IL_0003 AMBER 2.5 1 STOCK",
      "2026-11-21 MW IL_0003 birch 1 1 STOCK",
    );
    expect(compare(rows)).toEqual([
      row(2, "rejected", "Route amber on 11/21/2026 is rejected because of line 3"),
      row(3, "rejected", "stop cannot be a decimal number"),
      row(4, "added", ""),
    ]);
  });

  it("rejects the whole route if one row is malformed", () => {
    const [good, bad] = toLines("2026-11-21 MW IL_0001 amber 1 1 STOCK", "2026-11-21 MW IL_0002 amber 2 1 STOCK");
    const lines = [good, { ...bad, malformed: "has 8 cells, but the header has 7" }] as Line<ScheduleColumn>[];
    expect(compare(lines)).toEqual([
      row(2, "rejected", "Route amber on 11/21/2026 is rejected because of line 3"),
      row(3, "rejected", "has 8 cells, but the header has 7"),
    ]);
  });

  it("requests the stored stops once for each day in the file", () => {
    const rows = toLines("2026-11-22", "2026-11-21", "2026-11-22", "11/23/2026", "2026-13-01", "");
    expect(scheduleCheck.keysToLoad(rows)).toEqual(["2026-11-21", "2026-11-22"]);
  });
});
