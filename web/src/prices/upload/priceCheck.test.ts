import { describe, expect, it } from "vitest";
import { checkBytes, encodingVariants } from "../../../test/checkBytes";
import { toCsv } from "../../lib/csv";
import { CSV_COLUMNS } from "../list/columns";
import { priceCheck, type KnownPrices } from "./priceCheck";

const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
const HEADER = "schemaId,item,price";
const known: KnownPrices = new Map([["Café", new Map([["SALAD", "9.49"]])]]);

it.each(
  encodingVariants([
    ["schemaId", "item", "price"],
    ["Café", "SALAD", "9.5"],
    ["Café", "SOUP", "4"],
  ]),
)("priceCheck reads a file %s", (_, file) => {
  const { error, keysToLoad, lines } = checkBytes(priceCheck, file, known);
  expect({ error, keysToLoad }).toEqual({ error: null, keysToLoad: ["Café"] });
  expect(lines.map(({ value }) => [value?.schemaId, value?.item, value?.before, value?.price])).toEqual([
    ["Café", "SALAD", "9.49", "9.50"],
    ["Café", "SOUP", null, "4.00"],
  ]);
});

it.each([
  ["", "The file is empty"],
  ["\uFEFF\r\n \r\n", "The file is empty"],
  [`${HEADER}\n`, "The file has a header but no rows"],
  [`${HEADER}\n\n,,\n`, "The file has a header but no rows"],
  [`${HEADER},Price\nS,A,1,2\n`, "The column price appears twice"],
])("rejects a file without rows or with a duplicate column: %j", (text, message) => {
  expect(checkBytes(priceCheck, bytes(text), known).error).toBe(message);
});

it("rejects a decimal comma for any delimiter", () => {
  const { lines } = checkBytes(priceCheck, bytes("schemaId;item;price", "Café;SALAD;9,50"), known);
  expect(lines.map(({ reasons }) => reasons)).toEqual([["price should be a number of at least 0"]]);
});

describe("a formula in a cell", () => {
  it("is text in a schema name and an error in an item or a price", () => {
    const { lines } = checkBytes(priceCheck, bytes(HEADER, "=1+1,A,1", "S,=1+1,1", "S,A,=1+1"), known);
    expect(lines.map(({ value, reasons }) => value?.schemaId ?? reasons)).toEqual([
      "=1+1",
      ["item can only contain uppercase letters, digits and underscores"],
      ["price should be a number of at least 0"],
    ]);
  });

  it("is unchanged when a downloaded file is uploaded", () => {
    const text = toCsv(CSV_COLUMNS, [{ schemaId: "=1+1", item: "SALAD", price: "9.49" }]);
    expect(text).toBe("schemaId,item,price\r\n'=1+1,SALAD,9.49\r\n");
    const stored: KnownPrices = new Map([["=1+1", new Map([["SALAD", "9.49"]])]]);
    const { keysToLoad, lines } = checkBytes(priceCheck, bytes(text), stored);
    expect(keysToLoad).toEqual(["=1+1"]);
    expect(lines[0]?.outcome).toBe("unchanged");
  });
});

it("keysToLoad returns only schemas that the server accepts", () => {
  const long = "😀".repeat(100);
  const { keysToLoad } = checkBytes(priceCheck, bytes(HEADER, `${long},A,1`, `${long}X,A,1`, ",A,1"), known);
  expect(keysToLoad).toEqual([long]);
});

it("reads and compares a file of a million cells", () => {
  const count = 333_334;
  const rows = Array.from({ length: count }, (_, at) => `S${at % 50},ITEM_${Math.floor(at / 50)},${at % 90}.5`);
  const schemas = Array.from({ length: 50 }, (_, at) => [`S${at}`, new Map([["ITEM_0", `${at}.50`]])] as const);
  const { keysToLoad, lines } = checkBytes(priceCheck, bytes([HEADER, ...rows].join("\n")), new Map(schemas));
  expect(keysToLoad).toHaveLength(50);
  expect(lines).toHaveLength(count);
  expect(lines.filter(({ outcome }) => outcome === "unchanged")).toHaveLength(50);
  expect(lines.at(-1)?.line).toBe(count + 1);
});
