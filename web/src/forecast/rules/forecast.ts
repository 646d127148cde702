/**
 * The rules for a line of a forecast file (docs/requirements/planning.md, FCT-1 and FCT-2). The server has the same rules;
 * `functions/forecast/cases/forecast.json` tests both.
 */
import { parseDay } from "../../lib/day";
import { memoize } from "../../uploads/rules/memoize";
import { allOf, maxLength, required, wholeNumber, type CellRule } from "../../uploads/rules/values";
import { FORECAST_COLUMNS, type ForecastColumn } from "../formats";

/** Maximum quantity of one item. */
export const MAX_QUANTITY = 1_000_000;
/** Maximum number of lines and days of a file. */
export const MAX_LINES = 5_000;
export const MAX_DAYS = 45;
/** Maximum number of days between production and allocation without a warning. */
const MAX_HOLDOVER_DAYS = 1;

const STRICT_DATE = /^\d{4}\/\d{2}\/\d{2}$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
const MILLISECONDS_PER_DAY = 86_400_000;

/** Parses the strict format YYYY/MM/DD. Returns the day as '2026-11-23', or null. */
export const parseStrictDay = memoize((text) =>
  STRICT_DATE.test(text) && !text.startsWith("0000") ? parseDay(text.replaceAll("/", "-")) : null,
);

const strictDate: CellRule = (column, value) =>
  parseStrictDay(value) === null ? `${column} must be in strict YYYY/MM/DD format` : null;

const printable: CellRule = (column, value) =>
  CONTROL_CHARACTER.test(value) ? `${column} cannot have line breaks or other control characters` : null;

const RULES: Readonly<Record<ForecastColumn, CellRule>> = {
  Item: required(allOf(maxLength(80), printable)),
  AllocationDate: required(strictDate),
  Quantity: required(wholeNumber(0, MAX_QUANTITY)),
  ProductionDate: required(strictDate),
};

/** Returns all errors of a line's cells, in the order of the columns. */
export function cellErrors(cells: Readonly<Record<ForecastColumn, string>>): string[] {
  const errors: string[] = [];
  for (const column of FORECAST_COLUMNS) {
    const error = RULES[column](column, cells[column]);
    if (error !== null) errors.push(error);
  }
  return errors;
}

/** Returns the error of a quantity, or undefined. */
export function quantityError(quantity: string): string | undefined {
  return RULES.Quantity("Quantity", quantity) ?? undefined;
}

/**
 * Returns the days from production to allocation if they need a warning, else null. Negative if production is after
 * allocation.
 */
export function holdoverDays(allocation: string, production: string): number | null {
  const days = Math.round((Date.parse(allocation) - Date.parse(production)) / MILLISECONDS_PER_DAY);
  return Math.abs(days) > MAX_HOLDOVER_DAYS ? days : null;
}
