/**
 * The rules of a price file (docs/requirements/planning.md, PRC-2). The server has the same rules;
 * `functions/prices/cases/item-prices.json` tests both.
 */
import { findDuplicates } from "../../uploads/rules/duplicates";
import { maxLength } from "../../uploads/rules/values";
import { priceError } from "./price";

export const PRICE_COLUMNS = ["schemaId", "item", "price"] as const;
export type PriceColumn = (typeof PRICE_COLUMNS)[number];
export type PriceCells = Readonly<Record<PriceColumn, string>>;

const MAX_NAME_LENGTH = 100;
/** Maximum number of duplicate lines that a message names. */
const MAX_NAMED_LINES = 10;
const checkLength = maxLength(MAX_NAME_LENGTH);
const ITEM = /^[A-Z0-9_]*$/;

interface Row {
  readonly number: number;
  readonly cells: PriceCells;
}

/** Returns all errors of each row, in the order of the rows. */
export function rowErrors(rows: readonly Row[]): readonly (readonly string[])[] {
  const duplicates = findDuplicates(rows, ({ cells: { schemaId, item } }) => `${schemaId}\n${item}`);
  return rows.map(({ number, cells }, index) =>
    [
      nameError("schemaId", cells.schemaId),
      nameError("item", cells.item) ?? itemError(cells.item),
      priceError(cells.price),
      cells.schemaId && cells.item ? duplicateError(number, duplicates[index] ?? []) : null,
    ].filter((error) => error !== null),
  );
}

/** Checks that the name of a schema or an item is not empty and not too long. */
export function nameError(name: string, text: string): string | null {
  if (text === "") return `${name} cannot be empty`;
  return checkLength(name, text);
}

function itemError(item: string): string | null {
  return ITEM.test(item) ? null : "item can only contain uppercase letters, digits and underscores";
}

function duplicateError(line: number, lines: readonly number[]): string | null {
  if (lines.length < 2) return null;
  // Takes one extra line to know whether the list is complete.
  const others = lines.slice(0, MAX_NAMED_LINES + 2).filter((other) => other !== line);
  const named = others.slice(0, MAX_NAMED_LINES).join(", ") + (others.length > MAX_NAMED_LINES ? ", …" : "");
  return `Duplicate schemaId + item combination (also found in line(s) ${named})`;
}
