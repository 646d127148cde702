/** The fridges of the inventory: what is known of each, which pass the filters, and in which order. Pure. */
import type { ArtifactType, LocationStatus } from "../../api/schema";
import { compareText, naturalKey, type LocationSummary } from "../../locations/fleetList";
import { SOFTWARE } from "../artifacts";
import type { Pilot, Versions } from "../queries";
import { compareVersions } from "../rules/versions";
import type { Filters } from "./filters";

/** A fridge with its software (spec of fleet operations, 3: fridge inventory row). */
export interface Row {
  readonly id: string;
  readonly fridgeName: string;
  readonly status: LocationStatus;
  readonly versions: Versions;
  /** The active pilots that it is part of. */
  readonly pilots: readonly Pilot[];
  readonly keys: { readonly search: string; readonly id: string };
}

/** What is chosen among a software's versions to find the fridges without it. */
export const NO_VERSION = "No Version";

const NO_VERSIONS: Versions = {};
const NO_PILOTS: readonly Pilot[] = [];

/** The fridges among the locations, by id. */
export function rowsOf(
  locations: readonly LocationSummary[],
  artifacts: ReadonlyMap<string, Versions>,
  pilots: readonly Pilot[],
): readonly Row[] {
  const pilotsOf = pilotsByFridge(pilots);
  const rows = locations.flatMap(({ id, type, prettyName, status }): Row[] => {
    if (type !== "FRIDGE") return [];
    const keys = { search: `${id}\n${prettyName}`.toLowerCase(), id: naturalKey(id.toLowerCase()) };
    const [versions, ofPilots] = [artifacts.get(id) ?? NO_VERSIONS, pilotsOf.get(id) ?? NO_PILOTS];
    return [{ id, fridgeName: prettyName, status, versions, pilots: ofPilots, keys }];
  });
  return rows.sort((a, b) => compareText(a.keys.id, b.keys.id));
}

function pilotsByFridge(pilots: readonly Pilot[]): ReadonlyMap<string, readonly Pilot[]> {
  const byFridge = new Map<string, Pilot[]>();
  for (const pilot of pilots) {
    for (const fridge of pilot.fridgeIds) {
      const known = byFridge.get(fridge);
      if (known) known.push(pilot);
      else byFridge.set(fridge, [pilot]);
    }
  }
  return byFridge;
}

/** Those that pass all filters: the pilot's fridges are intersected with those of the versions. */
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

/** Fridges with more than one pilot. */
export function withSeveralPilots(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ pilots }) => pilots.length > 1);
}

export type SortableColumn = "pilots" | "id" | ArtifactType;

export interface Sort {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

export const SORTABLE: readonly SortableColumn[] = ["pilots", "id", ...SOFTWARE.map(({ type }) => type)];

/** By the column; those that have nothing in it come last, whichever way it goes. Without one, by id as they came. */
export function sortRows(rows: readonly Row[], sort: Sort | null): readonly Row[] {
  if (!sort) return rows;
  const { column, descending } = sort;
  const direction = descending ? -1 : 1;
  if (column === "id") return descending ? rows.toReversed() : rows;
  const value: (row: Row) => string | undefined =
    column === "pilots" ? (row) => row.pilots[0] && pilotKey(row.pilots) : (row) => row.versions[column];
  // Few versions are on many fridges: they are compared once.
  const compare = column === "pilots" ? compareText : compareVersions;
  const values = [...new Set(rows.flatMap((row) => value(row) ?? []))].sort(compare);
  const ranks = new Map(values.map((text, rank) => [text, rank * direction]));
  const rankOf = (row: Row) => ranks.get(value(row) ?? "") ?? Infinity;
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ row }) => row);
}

/** The display names, as they stand in the row. */
function pilotKey(pilots: readonly Pilot[]): string {
  return pilots.map(({ displayName }) => displayName.toLowerCase()).join("\n");
}

/** The versions of a software that any of the rows has, newest first, each with how many have it; then those without. */
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
  const known = [...counts].sort(([a], [b]) => compareVersions(b, a)).map(([version, count]) => ({ version, count }));
  return without > 0 ? [...known, { version: NO_VERSION, count: without }] : known;
}
