/** The inventory's filters: parsing and formatting them for the URL, and the label of the filter button (SWR-4). */
import type { ArtifactType, LocationStatus } from "../../api/schema";
import { artifactTypeOf, labelOf } from "../artifacts";
import type { Pilot } from "../queries";

export const STATUSES = ["LIVE", "DEAD", "OFFLINE"] as const satisfies readonly LocationStatus[];
const DEFAULT_STATUSES: readonly LocationStatus[] = ["LIVE"];
/** The URL value for no filter by status. */
const ANY = "ANY";

export interface Filters {
  /** The text in the search box. */
  readonly text: string;
  /** Empty for all statuses. */
  readonly statuses: readonly LocationStatus[];
  readonly software: ArtifactType | "";
  /** Versions of the software; empty for all. */
  readonly versions: readonly string[];
  /** A pilot's id; empty for all fridges. */
  readonly pilot: string;
}

/** The filters that the dialog edits. */
export type FilterSelection = Omit<Filters, "text">;

export const DEFAULT_SELECTION: FilterSelection = { statuses: DEFAULT_STATUSES, software: "", versions: [], pilot: "" };
export const EMPTY_SELECTION: FilterSelection = { ...DEFAULT_SELECTION, statuses: [] };

/** Parses the filters in the URL. Ignores invalid values, because people type and shorten links. */
export function parseFilters(params: URLSearchParams): Filters {
  const software = artifactTypeOf(params.get("software") ?? "") ?? "";
  return {
    text: params.get("text") ?? "",
    statuses: statusesFrom(params.get("status")),
    software,
    versions: software === "" ? [] : params.getAll("version"),
    pilot: params.get("pilot") ?? "",
  };
}

function statusesFrom(text: string | null): readonly LocationStatus[] {
  const names = text?.toUpperCase().split(",") ?? [];
  if (names.includes(ANY)) return [];
  const statuses = STATUSES.filter((status) => names.includes(status));
  return statuses.length > 0 ? statuses : DEFAULT_STATUSES;
}

/** Returns the URL parameters with the selection. Omits defaults. */
export function withSelection(
  params: URLSearchParams,
  { statuses, software, versions, pilot }: FilterSelection,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["status", "software", "version", "pilot"]) next.delete(name);
  if (statuses.length === 0) next.set("status", ANY);
  else if (statuses.join() !== DEFAULT_STATUSES.join()) next.set("status", statuses.join());
  // Software without versions filters nothing.
  if (software !== "" && versions.length > 0) {
    next.set("software", software);
    for (const version of versions) next.append("version", version);
  }
  if (pilot !== "") next.set("pilot", pilot);
  return next;
}

/** Whether any filter is active. The search text is not a filter here. */
export function isFiltered({ statuses, software, versions, pilot }: FilterSelection): boolean {
  return statuses.length > 0 || (software !== "" && versions.length > 0) || pilot !== "";
}

/** Returns `FILTER • (LIVE | UI = 5.22.0, 5.21.3 | Pilot: Canary) SELECTED`, or `FILTER` without filters. */
export function filterButtonLabel(
  { statuses, software, versions, pilot }: FilterSelection,
  pilots: readonly Pilot[],
): string {
  const parts = [
    statuses.join(", "),
    software !== "" && versions.length > 0 ? `${labelOf(software)} = ${versions.join(", ")}` : "",
    pilot !== "" ? `Pilot: ${pilots.find(({ id }) => id === pilot)?.displayName ?? pilot}` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "FILTER" : `FILTER • (${parts.join(" | ")}) SELECTED`;
}
