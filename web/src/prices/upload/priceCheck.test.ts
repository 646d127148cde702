import { describe, expect, it } from "vitest";
import { checkBytes, writtenBy } from "../../../test/checkBytes";
import { toCsv } from "../../ui/csv";
import { CSV_COLUMNS } from "../list/columns";
import { priceCheck, type KnownPrices } from "./priceCheck";

const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"));
const HEADER = "schemaId,item,price";
const known: KnownPrices = new Map([["Café", new Map([["SALAD", "9.49"]])]]);

it.each(
  writtenBy([
    ["schemaId", "item", "price"],
    ["Café", "SALAD", "9.5"],
    ["Café", "SOUP", "4"],
  ]),
)("a price file is read whichever program wrote it: %s", (_, file) => {
  const { fault, needs, lines } = checkBytes(priceCheck, file, known);
  expect([fault, needs]).toEqual([null, ["Café"]]);
  expect(lines.map(({ value }) => [value?.schemaId, value?.item, value?.before, value?.price])).toEqual([
    ["Café", "SALAD", "9.49", "9.50"],
    ["Café", "SOUP", null, "4.00"],
  ]);
});

it.each([
  ["", "The file is empty"],
  ["\uFEFF\r\n \r\n", "The file is empty"],
  [`${HEADER}\n`, "The file has a header and no lines below it"],
  [`${HEADER}\n\n,,\n`, "The file has a header and no lines below it"],
  [`${HEADER},Price\nS,A,1,2\n`, "The column price is there twice"],
])("a file without rows, or with a column twice, is not taken: %j", (text, message) => {
  expect(checkBytes(priceCheck, bytes(text), known).fault).toBe(message);
});

it("a price in the manner of other countries is no number, whatever the delimiter", () => {
  const { lines } = checkBytes(priceCheck, bytes("schemaId;item;price", "Café;SALAD;9,50"), known);
  expect(lines.map(({ reasons }) => reasons)).toEqual([["price should be a number of at least 0"]]);
});

describe("a cell that a spreadsheet would run as a formula", () => {
  it("is text in a schema's name, and wrong in an item or a price", () => {
    const { lines } = checkBytes(priceCheck, bytes(HEADER, "=1+1,A,1", "S,=1+1,1", "S,A,=1+1"), known);
    expect(lines.map(({ value, reasons }) => value?.schemaId ?? reasons)).toEqual([
      "=1+1",
      ["item can only contain uppercase letters, digits and underscores"],
      ["price should be a number of at least 0"],
    ]);
  });

  it("is the same schema when what was downloaded is uploaded", () => {
    const text = toCsv(CSV_COLUMNS, [{ schemaId: "=1+1", item: "SALAD", price: "9.49" }]);
    expect(text).toBe("schemaId,item,price\r\n'=1+1,SALAD,9.49\r\n");
    const stored: KnownPrices = new Map([["=1+1", new Map([["SALAD", "9.49"]])]]);
    const { needs, lines } = checkBytes(priceCheck, bytes(text), stored);
    expect([needs, lines[0]?.outcome]).toEqual([["=1+1"], "unchanged"]);
  });
});

it("the schemas asked for are those that the server would take", () => {
  const long = "😀".repeat(100);
  const { needs } = checkBytes(priceCheck, bytes(HEADER, `${long},A,1`, `${long}X,A,1`, ",A,1"), known);
  expect(needs).toEqual([long]);
});

it("a file of a million cells is read and compared whole", () => {
  const count = 333_334;
  const rows = Array.from({ length: count }, (_, at) => `S${at % 50},ITEM_${Math.floor(at / 50)},${at % 90}.5`);
  const schemas = Array.from({ length: 50 }, (_, at) => [`S${at}`, new Map([["ITEM_0", `${at}.50`]])] as const);
  const { needs, lines } = checkBytes(priceCheck, bytes([HEADER, ...rows].join("\n")), new Map(schemas));
  expect([needs.length, lines.length]).toEqual([50, count]);
  expect(lines.filter(({ outcome }) => outcome === "unchanged")).toHaveLength(50);
  expect(lines.at(-1)?.line).toBe(count + 1);
});
