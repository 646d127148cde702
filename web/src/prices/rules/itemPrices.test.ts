import { describe, expect, it } from "vitest";
import cases from "../../../../functions/prices/cases/item-prices.json";
import { rowErrors, type PriceCells } from "./itemPrices";
import { formatPrice } from "./price";

interface Case {
  readonly name: string;
  readonly rows: readonly PriceCells[];
  readonly errors?: readonly { readonly line: number; readonly messages: readonly string[] }[];
  readonly prices?: readonly string[];
}

/** Trims the cells like `readSheet`. */
const trimmed = ({ schemaId, item, price }: PriceCells) => ({
  schemaId: schemaId.trim(),
  item: item.trim(),
  price: price.trim(),
});

describe("the rules of a price file (PRC-2)", () => {
  it.each(cases as readonly Case[])("$name", ({ rows, errors = [], prices = [] }) => {
    const lines = rows.map((row, index) => ({ number: index + 2, cells: trimmed(row) }));
    const actual = rowErrors(lines).map((messages, index) => ({ line: index + 2, messages }));
    expect(actual.filter(({ messages }) => messages.length > 0)).toEqual(errors);
    if (errors.length === 0) expect(lines.map(({ cells }) => formatPrice(cells.price))).toEqual(prices);
  });
});
