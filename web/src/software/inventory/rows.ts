/** Builds, filters and counts the rows of the inventory. */
import type { ArtifactType, LocationStatus } from "../../api/schema";
import { compareText, naturalKey, type LocationSummary } from "../../locations/fleetList";
import type { Pilot, Versions } from "../queries";
import { compareVersions } from "../rules/versions";
import type { Filters } from "./filters";

/** A fridge with its versions and pilots. */
export interface Row {
  readonly id: string;
  readonly fridgeName: string;
  readonly status: LocationStatus;
  readonly versions: Versions;
  /** The active pilots that contain the fridge. */
  readonly pilots: readonly Pilot[];
  readonly keys: { readonly search: string; readonly id: string };
}

/** The version filter that selects fridges without the software (SWR-4). */
export const NO_VERSION = "No Version";

const NO_VERSIONS: Versions = {};
const NO_PILOTS: readonly Pilot[] = [];

/** Builds the rows of the fridges among the locations, sorted by id. */
export function buildRows(
  locations: readonly LocationSummary[],
  artifacts: ReadonlyMap<string, Versions>,
  pilots: readonly Pilot[],
): readonly Row[] {
  const pilotsOf = pilotsByFridge(pilots);
  const rows = locations.flatMap(({ id, type, prettyName, status }): Row[] => {
    if (type !== "FRIDGE") return [];
    const keys = { search: `${id}\n${prettyName}`.toLowerCase(), id: naturalKey(id.toLowerCase()) };
    const [versions, fridgePilots] = [artifacts.get(id) ?? NO_VERSIONS, pilotsOf.get(id) ?? NO_PILOTS];
    return [{ id, fridgeName: prettyName, status, versions, pilots: fridgePilots, keys }];
  });
  return rows.sort((a, b) => compareText(a.keys.id, b.keys.id));
}

function pilotsByFridge(pilots: readonly Pilot[]): ReadonlyMap<string, readonly Pilot[]> {
  const byFridge = new Map<string, Pilot[]>();
  for (const pilot of pilots) {
    for (const fridge of pilot.fridgeIds) {
      const fridgePilots = byFridge.get(fridge);
      if (fridgePilots) fridgePilots.push(pilot);
      else byFridge.set(fridge, [pilot]);
    }
  }
  return byFridge;
}

/** Returns the rows that pass all filters. */
export function filterRows(rows: readonly Row[], filters: Filters): readonly Row[] {
  const text = filters.text.trim().toLowerCase();
  const statuses = new Set(filters.statuses);
  const versions = new Set(filters.versions);
  return rows.filter(
    (row) =>
      (statuses.size === 0 || statuses.has(row.status)) &&
      (text === "" || row.keys.search.includes(text)) &&
      (filters.software === "" || versions.size === 0 || versions.has(row.versions[filters.software] ?? NO_VERSION)) &&
      (filters.pilot === "" || row.pilots.some(({ id }) => id === filters.pilot)),
  );
}

/** Returns the rows with more than one pilot. */
export function rowsWithMultiplePilots(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ pilots }) => pilots.length > 1);
}

/** Counts the rows per version of a software, newest version first, rows without the software last. */
export function versionCounts(
  rows: readonly Row[],
  type: ArtifactType,
): readonly { readonly version: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  let without = 0;
  for (const { versions } of rows) {
    const version = versions[type];
    if (version === undefined) without += 1;
    else counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => compareVersions(b, a)).map(([version, count]) => ({ version, count }));
  return without > 0 ? [...sorted, { version: NO_VERSION, count: without }] : sorted;
}
