import { describe, expect, it } from "vitest";
import type { Line } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { stopAt } from "../view/stops.fixture";
import { scheduleCheck } from "./scheduleCheck";

const LOCATIONS = new Map(
  ["IL_0001", "IL_0002", "IL_0003"].map((id) => [id, { type: "FRIDGE" as const, route: "amber", stop: 1 }]),
);

/** 'date market id route stop stockingIndex stopType', one a line. */
function linesOf(...rows: readonly string[]): Line<ScheduleColumn>[] {
  return rows.map((row, index) => {
    const cells = row.split(" ");
    return {
      number: index + 2,
      cells: Object.fromEntries(SCHEDULE_COLUMNS.map((column, place) => [column, cells[place] ?? ""])) as Record<
        ScheduleColumn,
        string
      >,
      malformed: null,
    };
  });
}

function compare(lines: readonly Line<ScheduleColumn>[], stops = [stopAt()]) {
  return scheduleCheck
    .compare(lines, { locations: LOCATIONS, stops })
    .map(({ line, outcome, stored, reasons }) => [line, outcome, stored ?? reasons.join("; ")]);
}

describe("a schedule compared with what is stored", () => {
  it.each([
    ["the same", "2026-11-21 MW IL_0001 Amber 1 1 stock", [[2, "unchanged", ""]]],
    ["another stop", "2026-11-21 MW IL_0001 amber 2 1 STOCK", [[2, "changed", "stop 1"]]],
    ["another type", "2026-11-21 MW IL_0001 amber 1 1 REMOVAL", [[2, "changed", "STOCK"]]],
    ["another market", "2026-11-21 NE IL_0001 amber 1 1 STOCK", [[2, "changed", "MW"]]],
    ["another day", "2026-11-22 MW IL_0001 amber 1 1 STOCK", [[2, "added", ""]]],
    ["another route", "2026-11-21 MW IL_0001 birch 1 1 STOCK", [[2, "added", ""]]],
    [
      "another stocking of the same day, in place of the one that is stored",
      "2026-11-21 MW IL_0001 amber 1 2 STOCK",
      [
        [2, "added", ""],
        [null, "removed", "Not in the file"],
      ],
    ],
  ])("%s", (_, row, outcome) => expect(compare(linesOf(row))).toEqual(outcome));

  it("what a route loses is shown, and what is stored of other routes stays out of it", () => {
    const stored = [stopAt(), stopAt({ id: "IL_0002", stop: 2 }), stopAt({ route: "birch", id: "IL_0003" })];
    expect(compare(linesOf("2026-11-21 MW IL_0001 amber 1 1 STOCK"), stored)).toEqual([
      [2, "unchanged", ""],
      [null, "removed", "Not in the file"],
    ]);
  });

  it("a route with a refused line is refused whole, and removes nothing", () => {
    const rows = linesOf(
      "2026-11-21 MW IL_0002 amber 1 1 STOCK",
      "2026-11-21 MW IL_0003 AMBER 2.5 1 STOCK",
      "2026-11-21 MW IL_0003 birch 1 1 STOCK",
    );
    expect(compare(rows)).toEqual([
      [2, "refused", "Route amber on 11/21/2026 is not sent in part: see line 3"],
      [3, "refused", "stop cannot be a decimal number"],
      [4, "added", ""],
    ]);
  });

  it("a line that could not be read keeps its route back as well", () => {
    const [good, bad] = linesOf("2026-11-21 MW IL_0001 amber 1 1 STOCK", "2026-11-21 MW IL_0002 amber 2 1 STOCK");
    const lines = [good, { ...bad, malformed: "has 8 cells where the header has 7" }] as Line<ScheduleColumn>[];
    expect(compare(lines)).toEqual([
      [2, "refused", "Route amber on 11/21/2026 is not sent in part: see line 3"],
      [3, "refused", "has 8 cells where the header has 7"],
    ]);
  });

  it("asks for what is stored on the days that the file names, each once", () => {
    const rows = linesOf("2026-11-22", "2026-11-21", "2026-11-22", "11/23/2026", "2026-13-01", "");
    expect(scheduleCheck.needs(rows)).toEqual(["2026-11-21", "2026-11-22"]);
  });
});
