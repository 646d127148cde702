/** Measures reading, checking and comparing 100,000 rows with as many stored pars. Run with `npx vitest bench`. */
import { bench, describe } from "vitest";
import { decode } from "../../uploads/rules/decode";
import { readSheet } from "../../uploads/rules/sheet";
import { PAR_COLUMNS, PAR_FORMAT } from "./format";
import { parCheck, type StoredPars } from "./parCheck";
import type { ParLocation } from "./parRules";

const ITEMS = 30;
const ROWS = 100_000;
const TAGS = { type: "FRIDGE", routingTag: "R", fulfillmentCenter: "C", parkToFridgeInstructions: "Dock" } as const;

const locations = new Map<string, ParLocation>();
const stored = new Map<string, StoredPars>();
const lines: string[] = [PAR_COLUMNS.join(",")];
for (let row = 0; row < ROWS; row += 1) {
  const location = `IL_${String(Math.floor(row / ITEMS)).padStart(5, "0")}`;
  locations.set(location, TAGS);
  const itemName = `Harvest Salad ${row % ITEMS}`;
  lines.push(`${location},2026-11-23,2026-11-23,1,${itemName},${row % 13},2.5,true,`);
  const stockingId = `2026-11-23#${location}#1`;
  const pars = stored.get(stockingId) ?? { stockingId, deliveryDate: "2026-11-23", jit: true, items: [] };
  const par = { itemName, count: row % 12, overCapacityAmount: 2.5, priorityBoost: false };
  stored.set(stockingId, { ...pars, items: [...pars.items, par] });
}
const bytes = new TextEncoder().encode(lines.join("\r\n"));

describe("100,000 rows of pars", () => {
  bench(
    "read, check and compare",
    () => {
      const decoded = decode(bytes);
      if (!decoded.ok) throw new Error(decoded.message);
      const sheet = readSheet(decoded.text, PAR_FORMAT);
      if (!sheet.ok) throw new Error(sheet.error.message);
      parCheck.keysToLoad(sheet.sheet.lines);
      const checked = parCheck.compare(sheet.sheet.lines, { locations, ordered: new Set(), stored });
      if (checked.length !== ROWS) throw new Error(`${checked.length} lines`);
    },
    { iterations: 5, warmupIterations: 1, time: 0, warmupTime: 0 },
  );
});
