import { describe, expect, it } from "vitest";
import cases from "../../../../functions/prices/cases/item-prices.json";
import { priceFaults, type PriceCells } from "./itemPrices";
import { priceText } from "./price";

interface Case {
  readonly name: string;
  readonly rows: readonly PriceCells[];
  readonly errors?: readonly { readonly line: number; readonly messages: readonly string[] }[];
  readonly prices?: readonly string[];
}

/** As the reader of files does. */
const trimmed = ({ schemaId, item, price }: PriceCells) => ({
  schemaId: schemaId.trim(),
  item: item.trim(),
  price: price.trim(),
});

describe("spec 5, item price CSV", () => {
  it.each(cases as readonly Case[])("$name", ({ rows, errors = [], prices = [] }) => {
    const lines = rows.map((row, index) => ({ number: index + 2, cells: trimmed(row) }));
    const faults = priceFaults(lines);
    const told = faults.map((messages, index) => ({ line: index + 2, messages }));
    expect(told.filter(({ messages }) => messages.length > 0)).toEqual(errors);
    if (errors.length === 0) expect(lines.map(({ cells }) => priceText(cells.price))).toEqual(prices);
  });
});
