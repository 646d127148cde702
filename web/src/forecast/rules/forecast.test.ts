import { describe, expect, it } from "vitest";
import forecasts from "../../../../functions/forecast/cases/forecast.json";
import files from "../../../../functions/forecast/cases/files.json";
import { decode } from "../../uploads/rules/decode";
import { readSheet, type Line } from "../../uploads/rules/sheet";
import { FORECAST_COLUMNS, FORECAST_FORMAT, type ForecastColumn } from "../formats";
import { forecastCheck, type KnownForecasts } from "../upload/forecastCheck";
import { MAX_DAYS, MAX_LINES } from "./forecast";

function line(cells: readonly string[], index = 0): Line<ForecastColumn> {
  const [Item = "", AllocationDate = "", Quantity = "", ProductionDate = ""] = cells;
  return { number: index + 2, cells: { Item, AllocationDate, Quantity, ProductionDate }, malformed: null };
}
const compare = (rows: readonly (readonly string[])[], known: KnownForecasts = new Map()) =>
  forecastCheck.compare(rows.map(line), known);

describe("the rules of a forecast file (FCT-1, FCT-2)", () => {
  it.each(forecasts)("$name", ({ lines, errors, holdovers }) => {
    const checked = compare(lines);
    expect(checked.flatMap(({ line, reasons }) => reasons.map((reason) => [line, reason]))).toEqual(errors);
    expect(checked.filter(({ value }) => value?.holdover).map(({ line, value }) => [line, value?.holdover])).toEqual(
      holdovers,
    );
  });
});

describe("readSheet parses a forecast file like the server", () => {
  it.each(files)("$name", ({ file, lines, fault }) => {
    const decoded = decode(new TextEncoder().encode(file));
    const sheet = decoded.ok ? readSheet(decoded.text, FORECAST_FORMAT) : null;
    if (sheet?.ok) {
      const read = sheet.sheet.lines.map(({ number, cells, malformed }) =>
        malformed ? [number, malformed] : [number, ...FORECAST_COLUMNS.map((column) => cells[column])],
      );
      expect(read).toEqual(lines);
    } else {
      const message = decoded.ok ? (sheet?.ok === false ? sheet.error.message : "") : decoded.message;
      expect(message.startsWith(fault ?? "no fault")).toBe(true);
    }
  });
});

describe("a file of a million cells", () => {
  const LINES_PER_MILLION_CELLS = 250_000;
  it.each([
    ["with different items", (index: number) => `Item ${index}`, LINES_PER_MILLION_CELLS - MAX_LINES],
    ["with one item", () => "Salad", LINES_PER_MILLION_CELLS],
  ])("%s is read completely, and lines beyond the limit are rejected", (_, itemOf, rejected) => {
    const rows = Array.from(
      { length: LINES_PER_MILLION_CELLS },
      (_, index) => `${itemOf(index)},2026/11/23,7,2026/11/22`,
    );
    const decoded = decode(new TextEncoder().encode([FORECAST_COLUMNS.join(","), ...rows].join("\r\n")));
    const sheet = readSheet(decoded.ok ? decoded.text : "", FORECAST_FORMAT);
    const lines = sheet.ok ? sheet.sheet.lines : [];
    expect(forecastCheck.keysToLoad(lines)).toEqual(["2026-11-23"]);
    const checked = forecastCheck.compare(lines, new Map());
    expect(checked).toHaveLength(LINES_PER_MILLION_CELLS);
    expect(checked.filter(({ outcome }) => outcome === "rejected")).toHaveLength(rejected);
    expect(checked.at(-1)?.line).toBe(LINES_PER_MILLION_CELLS + 1);
    expect(checked.at(-1)?.reasons.at(-1)).toBe(`A file can have at most ${MAX_LINES} lines`);
  });
});

describe("forecastCheck.compare", () => {
  const known: KnownForecasts = new Map([
    ["2026-11-23 Salad", { quantity: 1200, productionDate: "2026-11-22" }],
    ["2026-11-23 Juice", { quantity: 7, productionDate: null }],
  ]);

  it.each([
    [["Salad", "2026/11/23", "1200", "2026/11/22"], "unchanged", null],
    [["Salad", "2026/11/23", "1100", "2026/11/22"], "changed", "1,200, produced 2026/11/22"],
    [["Salad", "2026/11/23", "1200", "2026/11/21"], "changed", "1,200, produced 2026/11/22"],
    [["Juice", "2026/11/23", "7", "2026/11/22"], "changed", "7"],
    [["Juice", "2026/11/24", "7", "2026/11/22"], "added", null],
  ])("compares %j as %s", (cells, outcome, stored) => {
    expect(compare([cells], known)).toMatchObject([{ outcome, stored, reasons: [] }]);
  });

  it("keysToLoad returns each valid day once", () => {
    const rows = ["2026/11/23", "2026/11/24", "2026/11/23", "yesterday"].map((date) => ["A", date, "1", date]);
    expect(forecastCheck.keysToLoad(rows.map(line))).toEqual(["2026-11-23", "2026-11-24"]);
  });

  it("rejects lines beyond the maximum number of lines and days", () => {
    const many = Array.from({ length: MAX_LINES + 1 }, (_, index) => [`I${index}`, "2026/11/23", "1", "2026/11/23"]);
    expect(compare(many).filter(({ outcome }) => outcome === "rejected")).toHaveLength(1);
    const days = Array.from({ length: MAX_DAYS + 2 }, (_, index) => {
      const date = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10).replaceAll("-", "/");
      return ["A", date, "1", date];
    });
    expect(compare(days).filter(({ outcome }) => outcome === "rejected")).toHaveLength(2);
  });
});
