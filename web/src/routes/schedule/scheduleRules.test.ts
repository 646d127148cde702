import { describe, expect, it } from "vitest";
import cases from "../../../../functions/routes/cases/route-stops.json";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { checkEntries, MOST_STOPS, type Entry } from "./scheduleRules";

/** The cells of an entry as a file's reader hands them over: all there, without the blanks around them. */
function entryOf(cells: Readonly<Partial<Record<ScheduleColumn, string>>>, line: number): Entry {
  const trimmed = SCHEDULE_COLUMNS.map((column) => [column, (cells[column] ?? "").trim()]);
  return { line, cells: Object.fromEntries(trimmed) as Record<ScheduleColumn, string> };
}

describe("spec 5.4, route upload rows need a known id and all seven columns", () => {
  for (const { name, knownIds, entries, errors, groups } of cases) {
    it(name, () => {
      const known = new Set(knownIds);
      const checked = checkEntries(
        entries.map((cells, index) => entryOf(cells, index + 2)),
        (id) => known.has(id),
      );
      expect(checked.faults).toEqual(errors);
      expect(
        checked.groups.map(({ stockingDate, route, stops }) => ({
          stockingDate,
          route,
          market: stops[0]?.market,
          stops: stops.map(({ id, stop, stockingIndex, stopType }) => ({ id, stop, stockingIndex, stopType })),
        })),
      ).toEqual(groups);
    });
  }

  it(`a route has at most ${MOST_STOPS} stops a day`, () => {
    const cells = {
      date: "2026-11-23",
      market: "MW",
      route: "amber",
      stop: "1",
      stockingIndex: "1",
      stopType: "STOCK",
    };
    const entries = Array.from({ length: MOST_STOPS + 1 }, (_, index) =>
      entryOf({ ...cells, id: `F${index}` }, index + 2),
    );
    expect(checkEntries(entries.slice(0, -1), () => true).faults).toEqual([]);
    const { faults, groups } = checkEntries(entries, () => true);
    const message = "route amber on 2026-11-23 has more than 500 stops";
    expect(faults).toEqual([{ line: MOST_STOPS + 2, field: "route", message }]);
    expect(groups).toEqual([]);
  });
});
