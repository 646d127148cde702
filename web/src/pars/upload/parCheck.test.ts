import { describe, expect, it } from "vitest";
import { decode } from "../../uploads/rules/decode";
import { readSheet } from "../../uploads/rules/sheet";
import { PAR_COLUMNS, PAR_FORMAT } from "./format";
import { parCheck } from "./parCheck";
import { BYTES_PER_CALL, GROUPS_PER_CALL, planPars } from "./parPlan";
import type { ParLocation } from "./parRules";

const TAGS: ParLocation = {
  type: "FRIDGE",
  routingTag: "CHI-1",
  fulfillmentCenter: "CHI",
  parkToFridgeInstructions: "Dock 3",
};
const ITEMS = 30;
const ROWS = Math.ceil(1_000_000 / PAR_COLUMNS.length);

/** Reads a file of `ROWS` rows in Excel's format and compares it with an empty store. */
function checkLargeFile(locationOf: (row: number) => string) {
  return checkFile(ROWS, locationOf, (row) => `Item ${row % ITEMS}`);
}

function checkFile(count: number, locationOf: (row: number) => string, itemOf: (row: number) => string) {
  const rows = Array.from(
    { length: count },
    (_, row) => `${locationOf(row)},2026-11-23,2026-11-23,1,${itemOf(row)},${row % 13},2.5,TRUE,`,
  );
  const decoded = decode(new TextEncoder().encode(`\uFEFF${[PAR_COLUMNS.join(","), ...rows].join("\r\n")}`));
  const sheet = readSheet(decoded.ok ? decoded.text : "", PAR_FORMAT);
  const lines = sheet.ok ? sheet.sheet.lines : [];
  const locations = new Map(rows.map((_, row) => [locationOf(row), TAGS]));
  const keysToLoad = parCheck.keysToLoad(lines);
  return { keysToLoad, checked: parCheck.compare(lines, { locations, ordered: new Set(), stored: new Map() }) };
}

describe("a file of a million cells", () => {
  it("is read completely and sent with 500 complete stockings per call", () => {
    const { keysToLoad, checked } = checkLargeFile((row) => `IL_${Math.floor(row / ITEMS)}`);
    const stockings = Math.ceil(ROWS / ITEMS);
    expect(keysToLoad).toHaveLength(stockings);
    expect(checked).toHaveLength(ROWS);
    expect(checked.every(({ outcome }) => outcome === "added")).toBe(true);
    expect(checked.at(-1)?.line).toBe(ROWS + 1);
    const chunks = planPars(checked);
    expect(chunks).toHaveLength(Math.ceil(stockings / GROUPS_PER_CALL));
    expect(chunks.reduce((sum, { lines }) => sum + lines, 0)).toBe(ROWS);
    const sizes = chunks.flatMap(({ payload }) => payload.map(({ parsAndItems }) => parsAndItems.length));
    expect(sizes.filter((size) => size !== ITEMS)).toEqual([ROWS % ITEMS]);
  });

  it("is sent in calls that AppSync accepts if its stockings have many items with long names", () => {
    const { checked } = checkFile(
      20_000,
      (row) => `IL_${Math.floor(row / 500)}`,
      (row) => `${"é".repeat(96)} ${row % 500}`,
    );
    const sizes = planPars(checked).map(({ payload }) => new TextEncoder().encode(JSON.stringify(payload)).length);
    expect(sizes.length).toBeGreaterThan(1);
    // The brackets of the list and a comma per group are not counted.
    expect(Math.max(...sizes)).toBeLessThan(BYTES_PER_CALL + GROUPS_PER_CALL + 2);
  });

  it("is rejected with a reason per row if all rows belong to one stocking", () => {
    const { keysToLoad, checked } = checkLargeFile(() => "IL_1");
    expect(keysToLoad).toEqual(["2026-11-23#IL_1#1"]);
    expect(checked.every(({ outcome }) => outcome === "rejected")).toBe(true);
    expect(checked[0]?.reasons).toEqual(["A stocking can have at most 500 items"]);
    expect(checked.at(-1)?.reasons).toEqual([`Item ${(ROWS - 1) % ITEMS} appears twice in this stocking`]);
  });
});
