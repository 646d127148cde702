/** Compares a forecast file with the stored forecasts. */
import { formatNumber } from "../../lib/formats";
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import { findDuplicates } from "../../uploads/rules/duplicates";
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
    const duplicates = findDuplicates(lines, ({ cells }) => keyOf(cells.AllocationDate, cells.Item));
    const days = new Set<string>();
    return lines.map((line, position) => {
      const reasons = line.malformed ? [line.malformed] : cellErrors(line.cells);
      const date = parseStrictDay(line.cells.AllocationDate);
      if (reasons.length === 0 && date) {
        const sameKey = duplicates[position] ?? [];
        if (sameKey.length > 1) reasons.push(duplicateError(line, sameKey));
        if (days.size === MAX_DAYS && !days.has(date)) reasons.push(`A file can have at most ${MAX_DAYS} days`);
        else days.add(date);
      }
      if (position >= MAX_LINES) reasons.push(`A file can have at most ${MAX_LINES} lines`);
      return compareLine(line, reasons, known);
    });
  },
};

function compareLine(
  line: Line<ForecastColumn>,
  reasons: readonly string[],
  known: KnownForecasts,
): CheckedLine<ForecastLine> {
  const { cells } = line;
  const date = parseStrictDay(cells.AllocationDate);
  const productionDate = parseStrictDay(cells.ProductionDate);
  if (reasons.length > 0 || !date || !productionDate) return rejectLine(line, FORECAST_COLUMNS, reasons);
  const quantity = Number(cells.Quantity);
  const value = { item: cells.Item, date, productionDate, quantity, holdover: holdoverDays(date, productionDate) };
  const before = known.get(keyOf(date, cells.Item));
  if (!before) return acceptLine(line, FORECAST_COLUMNS, "added", value);
  return before.quantity === quantity && before.productionDate === productionDate
    ? acceptLine(line, FORECAST_COLUMNS, "unchanged", value)
    : acceptLine(line, FORECAST_COLUMNS, "changed", value, describeForecast(before));
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
