/** Driver and route files: which location stands where on which route from now on (spec of locations, 2.8 and 5.4). */
import { withStoredIds } from "../../locations/storedIds";
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { atMost, required, wholeNumber } from "../../uploads/rules/values";
import { DRIVER_COLUMNS, DRIVER_FORMAT, type DriverColumn } from "../formats";
import { unknownLocation, type KnownLocation, type KnownLocations } from "../knownLocations";

/** What is sent of a line; its type says by which call (spec of locations, section 6). */
export interface DriverAssignment {
  readonly type: "FRIDGE" | "WHOLESALE";
  readonly id: string;
  /** In lower case. */
  readonly route: string;
  readonly stop: number;
}

const RULES = { id: required(), route: required(atMost(100)), stop: required(wholeNumber(0, 1000)) } as const;

export const driverCheck: FileCheck<DriverColumn, KnownLocations, DriverAssignment> = {
  format: DRIVER_FORMAT,
  needs: () => [],
  compare: (read, known) => {
    const lines = withStoredIds(read, "id", known.keys());
    const linesOfId = new Map<string, number[]>();
    for (const { number, cells } of lines) linesOfId.set(cells.id, [...(linesOfId.get(cells.id) ?? []), number]);
    return lines.map((line) => checkedLine(line, known.get(line.cells.id), linesOfId.get(line.cells.id) ?? []));
  },
};

function checkedLine(
  line: Line<DriverColumn>,
  location: KnownLocation | undefined,
  sameId: readonly number[],
): CheckedLine<DriverAssignment> {
  const { cells, number, malformed } = line;
  const told = { line: number, cells: DRIVER_COLUMNS.map((column) => cells[column]) };
  const reasons = malformed ? [malformed] : reasonsOf(cells, location, sameId);
  if (reasons.length > 0 || !location || location.type === "OTHER") {
    return { ...told, outcome: "refused", stored: null, reasons, value: null };
  }
  const value = { type: location.type, id: cells.id, route: cells.route.toLowerCase(), stop: Number(cells.stop) };
  // Without a route a location is on none, whatever stop is stored.
  const outcome = !location.route
    ? "added"
    : location.route === value.route && location.stop === value.stop
      ? "unchanged"
      : "changed";
  return { ...told, outcome, stored: outcome === "unchanged" ? null : storedText(location), reasons, value };
}

function reasonsOf(
  cells: Readonly<Record<DriverColumn, string>>,
  location: KnownLocation | undefined,
  sameId: readonly number[],
): string[] {
  const reasons = DRIVER_COLUMNS.flatMap((column) => RULES[column](column, cells[column]) ?? []);
  if (cells.id === "") return reasons;
  if (!location) reasons.unshift(unknownLocation(cells.id));
  else if (location.type === "OTHER") reasons.unshift(`${cells.id} is neither a fridge nor a wholesale location`);
  // Which of them is meant nobody can tell, so none is sent.
  if (sameId.length > 1) reasons.push(`${cells.id} is in the file ${sameId.length} times: ${linesText(sameId)}`);
  return reasons;
}

function storedText({ route, stop }: KnownLocation): string {
  return route ? `${route}, stop ${stop ?? "unknown"}` : "No route";
}

function linesText(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 5).join(", ");
  return `lines ${shown}${numbers.length > 5 ? ", …" : ""}`;
}
