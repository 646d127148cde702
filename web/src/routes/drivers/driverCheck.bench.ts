/** Measures reading, checking and comparing 100,000 driver assignments. Run with `npx vitest bench`. */
import { bench, describe } from "vitest";
import { decode } from "../../uploads/rules/decode";
import { readSheet } from "../../uploads/rules/sheet";
import { DRIVER_COLUMNS, DRIVER_FORMAT } from "../formats";
import type { KnownLocation } from "../knownLocations";
import { driverCheck } from "./driverCheck";

const LOCATIONS = 100_000;
const STOPS_PER_ROUTE = 20;

const locations = new Map<string, KnownLocation>();
const lines: string[] = [DRIVER_COLUMNS.join(",")];
for (let row = 0; row < LOCATIONS; row += 1) {
  const id = `IL_${String(row).padStart(6, "0")}`;
  const route = Math.floor(row / STOPS_PER_ROUTE);
  const stop = (row % STOPS_PER_ROUTE) + 1;
  // Every tenth location has another stop, and every other tenth one has no route.
  const stored = { route: row % 10 === 0 ? null : `amber east ${route}`, stop: row % 10 === 1 ? stop + 1 : stop };
  locations.set(id, { type: "FRIDGE", ...stored });
  lines.push(`${id},Amber East ${route},${stop}`);
}
const bytes = new TextEncoder().encode(lines.join("\r\n"));

describe("100,000 lines of drivers and routes", () => {
  bench(
    "read, check and compare",
    () => {
      const decoded = decode(bytes);
      if (!decoded.ok) throw new Error(decoded.message);
      const sheet = readSheet(decoded.text, DRIVER_FORMAT);
      if (!sheet.ok) throw new Error(sheet.error.message);
      const checked = driverCheck.compare(sheet.sheet.lines, locations);
      if (checked.length !== LOCATIONS) throw new Error(`${checked.length} lines`);
    },
    { iterations: 5, warmupIterations: 1, time: 0, warmupTime: 0 },
  );
});
