/**
 * The rules of a price file (spec of planning and reporting, section 5). The server has the same:
 * `functions/prices/cases/item-prices.json` holds both to the same messages.
 */
import { priceFault } from "./price";

export const PRICE_COLUMNS = ["schemaId", "item", "price"] as const;
export type PriceColumn = (typeof PRICE_COLUMNS)[number];
export type PriceCells = Readonly<Record<PriceColumn, string>>;

const LONGEST = 100;
/** Lines that are named of those which say the same. */
const NAMED = 10;
const ITEM = /^[A-Z0-9_]*$/;

interface Row {
  readonly number: number;
  readonly cells: PriceCells;
}

/** Everything that is wrong with each row, in their order. */
export function priceFaults(rows: readonly Row[]): readonly (readonly string[])[] {
  const lines = new Map<string, number[]>();
  for (const { number, cells } of rows) {
    const key = keyOf(cells);
    const others = lines.get(key);
    if (others) others.push(number);
    else lines.set(key, [number]);
  }
  return rows.map(({ number, cells }) =>
    [
      nameFault("schemaId", cells.schemaId),
      nameFault("item", cells.item) ?? itemFault(cells.item),
      priceFault(cells.price),
      cells.schemaId && cells.item ? duplicateFault(number, lines.get(keyOf(cells)) ?? []) : null,
    ].filter((fault) => fault !== null),
  );
}

function keyOf({ schemaId, item }: PriceCells): string {
  return `${schemaId}\n${item}`;
}

/** What is wrong with the name of a schema or an item, whatever its letters. */
export function nameFault(name: string, text: string): string | null {
  if (text === "") return `${name} cannot be empty`;
  return [...text].length > LONGEST ? `${name} can have at most ${LONGEST} characters` : null;
}

function itemFault(item: string): string | null {
  return ITEM.test(item) ? null : "item can only contain uppercase letters, digits and underscores";
}

function duplicateFault(line: number, lines: readonly number[]): string | null {
  if (lines.length < 2) return null;
  // One more than is named tells whether there are more.
  const others = lines.slice(0, NAMED + 2).filter((other) => other !== line);
  const named = others.slice(0, NAMED).join(", ") + (others.length > NAMED ? ", …" : "");
  return `Duplicate schemaId + item combination (also found in line(s) ${named})`;
}
