/** Checks driver and route files, which assign a route and a stop to each location (docs/requirements/routes.md, RTE-4). */
import { withStoredIds } from "../../locations/storedIds";
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import { findDuplicates } from "../../uploads/rules/duplicates";
import type { Line } from "../../uploads/rules/sheet";
import { maxLength, required, wholeNumber } from "../../uploads/rules/values";
import { DRIVER_COLUMNS, DRIVER_FORMAT, type DriverColumn } from "../formats";
import { unknownLocationMessage, type KnownLocation, type KnownLocations } from "../knownLocations";

/** The update of one location. Fridges and wholesale locations have separate operations. */
export interface DriverAssignment {
  readonly type: "FRIDGE" | "WHOLESALE";
  readonly id: string;
  /** Lowercase. */
  readonly route: string;
  readonly stop: number;
}

const RULES = { id: required(), route: required(maxLength(100)), stop: required(wholeNumber(0, 1000)) } as const;

export const driverCheck: FileCheck<DriverColumn, KnownLocations, DriverAssignment> = {
  format: DRIVER_FORMAT,
  keysToLoad: () => [],
  compare: (read, known) => {
    const lines = withStoredIds(read, "id", known.keys());
    const duplicates = findDuplicates(lines, ({ cells }) => cells.id);
    return lines.map((line, index) => compareLine(line, known.get(line.cells.id), duplicates[index] ?? []));
  },
};

function compareLine(
  line: Line<DriverColumn>,
  location: KnownLocation | undefined,
  sameId: readonly number[],
): CheckedLine<DriverAssignment> {
  const { cells, malformed } = line;
  const reasons = malformed ? [malformed] : findErrors(cells, location, sameId);
  if (reasons.length > 0 || !location || location.type === "OTHER") {
    return rejectLine(line, DRIVER_COLUMNS, reasons);
  }
  const value = { type: location.type, id: cells.id, route: cells.route.toLowerCase(), stop: Number(cells.stop) };
  // A location without a route counts as unassigned even if it has a stored stop.
  if (location.route && location.route === value.route && location.stop === value.stop) {
    return acceptLine(line, DRIVER_COLUMNS, "unchanged", value);
  }
  return acceptLine(line, DRIVER_COLUMNS, location.route ? "changed" : "added", value, formatStored(location));
}

function findErrors(
  cells: Readonly<Record<DriverColumn, string>>,
  location: KnownLocation | undefined,
  sameId: readonly number[],
): string[] {
  const reasons = DRIVER_COLUMNS.flatMap((column) => RULES[column](column, cells[column]) ?? []);
  if (cells.id === "") return reasons;
  if (!location) reasons.unshift(unknownLocationMessage(cells.id));
  else if (location.type === "OTHER") reasons.unshift(`${cells.id} is neither a fridge nor a wholesale location`);
  // The file contradicts itself, so none of these rows is sent.
  if (sameId.length > 1) reasons.push(`${cells.id} appears ${sameId.length} times: ${formatLines(sameId)}`);
  return reasons;
}

function formatStored({ route, stop }: KnownLocation): string {
  return route ? `${route}, stop ${stop ?? "unknown"}` : "No route";
}

function formatLines(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 5).join(", ");
  return `lines ${shown}${numbers.length > 5 ? ", …" : ""}`;
}
