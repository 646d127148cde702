/**
 * What a line of the forecast's file must hold (spec of planning and reporting, section 5). The server has the same rules;
 * `functions/forecast/cases/forecast.json` holds both to the same answers.
 */
import { parseDay } from "../../ui/day";
import { all, atMost, required, wholeNumber, type CellRule } from "../../uploads/rules/values";
import type { ForecastColumn } from "../formats";

/** The most of one item. */
export const MOST = 1_000_000;
/** The most lines and days of a file. */
export const LINES = 5_000;
export const DAYS = 45;
/** Days between allocation and production that need no warning (spec, section 9). */
const HOLDOVER = 1;

const STRICT = /^\d{4}\/\d{2}\/\d{2}$/;
const CONTROL = /\p{Cc}/u;
const DAY = 86_400_000;

/** '2026-11-23', of what is written as strictly as YYYY/MM/DD; else null. */
export function strictDay(text: string): string | null {
  return STRICT.test(text) && !text.startsWith("0000") ? parseDay(text.replaceAll("/", "-")) : null;
}

const strictDate: CellRule = (column, value) =>
  strictDay(value) === null ? `${column} must be in strict YYYY/MM/DD format` : null;

const printable: CellRule = (column, value) =>
  CONTROL.test(value) ? `${column} cannot have line breaks or other control characters` : null;

const RULES: Readonly<Record<ForecastColumn, CellRule>> = {
  Item: required(all(atMost(80), printable)),
  AllocationDate: required(strictDate),
  Quantity: required(wholeNumber(0, MOST)),
  ProductionDate: required(strictDate),
};

/** Everything that is wrong with a line by itself, in the order of the columns. */
export function faultsOf(cells: Readonly<Record<ForecastColumn, string>>): string[] {
  const columns = Object.keys(RULES) as ForecastColumn[];
  return columns.flatMap((column) => RULES[column](column, cells[column]) ?? []);
}

/** What is wrong with a quantity. */
export function quantityFault(quantity: string): string | undefined {
  return RULES.Quantity("Quantity", quantity) ?? undefined;
}

/** How many days an item is held between two days, where that is more than one: negative where it is made afterwards. */
export function holdoverOf(allocation: string, production: string): number | null {
  const days = Math.round((Date.parse(allocation) - Date.parse(production)) / DAY);
  return Math.abs(days) > HOLDOVER ? days : null;
}
