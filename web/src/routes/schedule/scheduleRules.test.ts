import { describe, expect, it } from "vitest";
import cases from "../../../../functions/routes/cases/route-stops.json";
import { SCHEDULE_COLUMNS, type ScheduleColumn } from "../formats";
import { checkEntries, MAX_STOPS, validGroups, type Entry } from "./scheduleRules";

/** Completes and trims the cells of an entry, as the file parser does. */
function entryOf(cells: Readonly<Partial<Record<ScheduleColumn, string>>>, number: number): Entry {
  const trimmed = SCHEDULE_COLUMNS.map((column) => [column, (cells[column] ?? "").trim()]);
  return { number, cells: Object.fromEntries(trimmed) as Record<ScheduleColumn, string> };
}

describe("a route upload row needs a known location and all seven columns (RTE-5)", () => {
  for (const { name, knownIds, entries, errors, groups } of cases) {
    it(name, () => {
      const known = new Set(knownIds);
      const checked = checkEntries(
        entries.map((cells, index) => entryOf(cells, index + 2)),
        (id) => known.has(id),
      );
      expect(checked.errors).toEqual(errors);
      expect(
        validGroups(checked).map(({ stockingDate, route, stops }) => ({
          stockingDate,
          route,
          market: stops[0]?.market,
          stops: stops.map(({ id, stop, stockingIndex, stopType }) => ({ id, stop, stockingIndex, stopType })),
        })),
      ).toEqual(groups);
    });
  }

  it(`accepts at most ${MAX_STOPS} stops per route and day`, () => {
    const cells = {
      date: "2026-11-23",
      market: "MW",
      route: "amber",
      stop: "1",
      stockingIndex: "1",
      stopType: "STOCK",
    };
    const entries = Array.from({ length: MAX_STOPS + 1 }, (_, index) =>
      entryOf({ ...cells, id: `F${index}` }, index + 2),
    );
    expect(checkEntries(entries.slice(0, -1), () => true).errors).toEqual([]);
    const checked = checkEntries(entries, () => true);
    const message = "route amber on 2026-11-23 has more than 500 stops";
    expect(checked.errors).toEqual([{ line: MAX_STOPS + 2, field: "route", message }]);
    expect(validGroups(checked)).toEqual([]);
  });
});
