/** A forecast's file, compared with what is forecast now. */
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { FORECAST_COLUMNS, FORECAST_FORMAT, type ForecastColumn } from "../formats";
import { DAYS, faultsOf, holdoverOf, LINES, strictDay } from "../rules/forecast";

/** What is forecast of an item on a day. */
export interface KnownForecast {
  readonly quantity: number;
  readonly productionDate: string | null;
}

/** By `keyOf`. */
export type KnownForecasts = ReadonlyMap<string, KnownForecast>;

export interface ForecastLine {
  readonly item: string;
  readonly date: string;
  readonly productionDate: string;
  readonly quantity: number;
  /** Days between allocation and production, where they are worth a warning. */
  readonly holdover: number | null;
}

export const keyOf = (date: string, item: string) => `${date} ${item}`;

/** Lines of one item's day that a message names. */
const NAMED = 5;

export const forecastCheck: FileCheck<ForecastColumn, KnownForecasts, ForecastLine> = {
  format: FORECAST_FORMAT,
  needs: (lines) => [...new Set(lines.flatMap(({ cells }) => strictDay(cells.AllocationDate) ?? []))].slice(0, DAYS),
  compare: (lines, known) => {
    const same = new Map<string, number[]>();
    for (const { cells, number } of lines) {
      const key = keyOf(cells.AllocationDate, cells.Item);
      const others = same.get(key);
      if (others) others.push(number);
      else same.set(key, [number]);
    }
    const days = new Set<string>();
    return lines.map((line, position) => {
      const reasons = line.malformed ? [line.malformed] : faultsOf(line.cells);
      const date = strictDay(line.cells.AllocationDate);
      if (reasons.length === 0 && date) {
        const twice = same.get(keyOf(line.cells.AllocationDate, line.cells.Item)) ?? [];
        if (twice.length > 1) reasons.push(twiceText(line, twice));
        if (days.size === DAYS && !days.has(date)) reasons.push(`A file can have at most ${DAYS} days`);
        else days.add(date);
      }
      if (position >= LINES) reasons.push(`A file can have at most ${LINES} lines`);
      return checked(line, reasons, known);
    });
  },
};

function checked(
  { cells, number }: Line<ForecastColumn>,
  reasons: readonly string[],
  known: KnownForecasts,
): CheckedLine<ForecastLine> {
  const told = { line: number, cells: FORECAST_COLUMNS.map((column) => cells[column]), reasons };
  const [date, productionDate] = [strictDay(cells.AllocationDate), strictDay(cells.ProductionDate)];
  if (reasons.length > 0 || !date || !productionDate) {
    return { ...told, outcome: "refused", stored: null, value: null };
  }
  const quantity = Number(cells.Quantity);
  const value = { item: cells.Item, date, productionDate, quantity, holdover: holdoverOf(date, productionDate) };
  const before = known.get(keyOf(date, cells.Item));
  if (!before) return { ...told, outcome: "added", stored: null, value };
  const unchanged = before.quantity === quantity && before.productionDate === productionDate;
  return { ...told, outcome: unchanged ? "unchanged" : "changed", stored: unchanged ? null : textOf(before), value };
}

function textOf({ quantity, productionDate }: KnownForecast): string {
  const produced = productionDate ? `, produced ${productionDate.replaceAll("-", "/")}` : "";
  return `${quantity.toLocaleString("en-US")}${produced}`;
}

function twiceText({ cells }: Line<ForecastColumn>, lines: readonly number[]): string {
  const named = lines.slice(0, NAMED).join(", ");
  const times = `${cells.Item} on ${cells.AllocationDate} is in the file ${lines.length} times`;
  return `${times}: lines ${named}${lines.length > NAMED ? ", …" : ""}`;
}
