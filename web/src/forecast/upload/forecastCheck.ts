/** Compares a forecast file with the stored forecasts. */
import { formatNumber } from "../../lib/formats";
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { FORECAST_COLUMNS, FORECAST_FORMAT, type ForecastColumn } from "../formats";
import { cellErrors, holdoverDays, MAX_DAYS, MAX_LINES, parseStrictDay } from "../rules/forecast";

/** The stored forecast of an item for a day. */
export interface KnownForecast {
  readonly quantity: number;
  readonly productionDate: string | null;
}

/** Stored forecasts by `keyOf`. */
export type KnownForecasts = ReadonlyMap<string, KnownForecast>;

export interface ForecastLine {
  readonly item: string;
  readonly date: string;
  readonly productionDate: string;
  readonly quantity: number;
  /** Days between allocation and production, if they need a warning. */
  readonly holdover: number | null;
}

export const keyOf = (date: string, item: string) => `${date} ${item}`;

/** Maximum number of duplicate lines that a message names. */
const MAX_NAMED_LINES = 5;

export const forecastCheck: FileCheck<ForecastColumn, KnownForecasts, ForecastLine> = {
  format: FORECAST_FORMAT,
  keysToLoad: (lines) =>
    [...new Set(lines.flatMap(({ cells }) => parseStrictDay(cells.AllocationDate) ?? []))].slice(0, MAX_DAYS),
  compare: (lines, known) => {
    const linesByKey = new Map<string, number[]>();
    for (const { cells, number } of lines) {
      const key = keyOf(cells.AllocationDate, cells.Item);
      const others = linesByKey.get(key);
      if (others) others.push(number);
      else linesByKey.set(key, [number]);
    }
    const days = new Set<string>();
    return lines.map((line, position) => {
      const reasons = line.malformed ? [line.malformed] : cellErrors(line.cells);
      const date = parseStrictDay(line.cells.AllocationDate);
      if (reasons.length === 0 && date) {
        const duplicates = linesByKey.get(keyOf(line.cells.AllocationDate, line.cells.Item)) ?? [];
        if (duplicates.length > 1) reasons.push(duplicateError(line, duplicates));
        if (days.size === MAX_DAYS && !days.has(date)) reasons.push(`A file can have at most ${MAX_DAYS} days`);
        else days.add(date);
      }
      if (position >= MAX_LINES) reasons.push(`A file can have at most ${MAX_LINES} lines`);
      return compareLine(line, reasons, known);
    });
  },
};

function compareLine(
  { cells, number }: Line<ForecastColumn>,
  reasons: readonly string[],
  known: KnownForecasts,
): CheckedLine<ForecastLine> {
  const common = { line: number, cells: FORECAST_COLUMNS.map((column) => cells[column]), reasons };
  const [date, productionDate] = [parseStrictDay(cells.AllocationDate), parseStrictDay(cells.ProductionDate)];
  if (reasons.length > 0 || !date || !productionDate) {
    return { ...common, outcome: "rejected", stored: null, value: null };
  }
  const quantity = Number(cells.Quantity);
  const value = { item: cells.Item, date, productionDate, quantity, holdover: holdoverDays(date, productionDate) };
  const before = known.get(keyOf(date, cells.Item));
  if (!before) return { ...common, outcome: "added", stored: null, value };
  const unchanged = before.quantity === quantity && before.productionDate === productionDate;
  return {
    ...common,
    outcome: unchanged ? "unchanged" : "changed",
    stored: unchanged ? null : describeForecast(before),
    value,
  };
}

function describeForecast({ quantity, productionDate }: KnownForecast): string {
  const produced = productionDate ? `, produced ${productionDate.replaceAll("-", "/")}` : "";
  return `${formatNumber(quantity)}${produced}`;
}

function duplicateError({ cells }: Line<ForecastColumn>, lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED_LINES).join(", ");
  const times = `${cells.Item} on ${cells.AllocationDate} appears ${lines.length} times`;
  return `${times}: lines ${named}${lines.length > MAX_NAMED_LINES ? ", …" : ""}`;
}
