/** Measures reading, checking and comparing 100,000 stops with as many stored ones. Run with `npx vitest bench`. */
import { bench, describe } from "vitest";
import { decode } from "../../uploads/rules/decode";
import { readSheet } from "../../uploads/rules/sheet";
import { SCHEDULE_COLUMNS, SCHEDULE_FORMAT } from "../formats";
import type { KnownLocation } from "../knownLocations";
import type { RouteStop } from "../locationRoutes";
import { buildRouteStop } from "../view/stops.fixture";
import { scheduleCheck } from "./scheduleCheck";

const DAYS = 10;
const LOCATIONS = 10_000;
const STOPS_PER_ROUTE = 20;

const locations = new Map<string, KnownLocation>();
const stops: RouteStop[] = [];
const lines: string[] = [SCHEDULE_COLUMNS.join(",")];
for (let row = 0; row < DAYS * LOCATIONS; row += 1) {
  const location = row % LOCATIONS;
  const id = `IL_${String(location).padStart(5, "0")}`;
  locations.set(id, { type: "FRIDGE", route: null, stop: null });
  const stockingDate = `2026-12-${String(Math.floor(row / LOCATIONS) + 1).padStart(2, "0")}`;
  const route = Math.floor(location / STOPS_PER_ROUTE);
  const stop = (location % STOPS_PER_ROUTE) + 1;
  lines.push(`${stockingDate},MW,${id},Amber East ${route},${stop},1,STOCK`);
  // Every tenth stored stop is missing in the file, and every other tenth one has another position.
  const stored = { stockingDate, id: row % 10 === 0 ? `${id}_OLD` : id, stop: row % 10 === 1 ? stop + 1 : stop };
  stops.push(buildRouteStop({ ...stored, route: `amber east ${route}` }));
}
const bytes = new TextEncoder().encode(lines.join("\r\n"));

describe("100,000 lines of a route and stop schedule", () => {
  bench(
    "read, check and compare",
    () => {
      const decoded = decode(bytes);
      if (!decoded.ok) throw new Error(decoded.message);
      const sheet = readSheet(decoded.text, SCHEDULE_FORMAT);
      if (!sheet.ok) throw new Error(sheet.error.message);
      scheduleCheck.keysToLoad(sheet.sheet.lines);
      const checked = scheduleCheck.compare(sheet.sheet.lines, { locations, stops });
      if (checked.length !== 1.1 * DAYS * LOCATIONS) throw new Error(`${checked.length} lines`);
    },
    { iterations: 5, warmupIterations: 1, time: 0, warmupTime: 0 },
  );
});
