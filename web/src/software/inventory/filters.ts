/** The inventory's filters: what the address says of them, and what the button says (spec of fleet operations, 2.1, 4.2). */
import type { ArtifactType, LocationStatus } from "../../api/schema";
import { artifactTypeOf, labelOf } from "../artifacts";
import type { Pilot } from "../queries";
import { SORTABLE, type Sort, type SortableColumn } from "./rows";

export const STATUSES = ["LIVE", "DEAD", "OFFLINE"] as const satisfies readonly LocationStatus[];
const DEFAULT_STATUSES: readonly LocationStatus[] = ["LIVE"];
/** In the address, for no filter by status. */
const ANY = "ANY";

export interface Filters {
  /** What the search box holds. */
  readonly text: string;
  /** None for all of them. */
  readonly statuses: readonly LocationStatus[];
  readonly software: ArtifactType | "";
  /** Of the software; none for all of them. */
  readonly versions: readonly string[];
  /** A pilot's id. */
  readonly pilot: string;
}

/** What the dialog chooses. */
export type Chosen = Omit<Filters, "text">;

export const DEFAULT: Chosen = { statuses: DEFAULT_STATUSES, software: "", versions: [], pilot: "" };
export const NONE: Chosen = { ...DEFAULT, statuses: [] };

/** Reads the address. What makes no sense in it is as good as absent: links are typed and shortened by people. */
export function filtersFrom(params: URLSearchParams): Filters {
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
  const named = text?.toUpperCase().split(",") ?? [];
  if (named.includes(ANY)) return [];
  const statuses = STATUSES.filter((status) => named.includes(status));
  return statuses.length > 0 ? statuses : DEFAULT_STATUSES;
}

/** The address with what was chosen; a default is left out of it. */
export function withChosen(params: URLSearchParams, { statuses, software, versions, pilot }: Chosen): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["status", "software", "version", "pilot"]) next.delete(name);
  if (statuses.length === 0) next.set("status", ANY);
  else if (statuses.join() !== DEFAULT_STATUSES.join()) next.set("status", statuses.join());
  // Without versions it filters nothing.
  if (software !== "" && versions.length > 0) {
    next.set("software", software);
    for (const version of versions) next.append("version", version);
  }
  if (pilot !== "") next.set("pilot", pilot);
  return next;
}

export function sortFrom(text: string | null): Sort | null {
  const [, sign, column = ""] = /^(-?)(\w+)$/.exec(text ?? "") ?? [];
  const known = SORTABLE.find((candidate) => candidate === column);
  return known ? { column: known, descending: sign === "-" } : null;
}

/** What a header that is pressed asks for: ascending, descending, then by id again. */
export function nextSort(column: SortableColumn, sort: Sort | null): string {
  if (sort?.column !== column) return column;
  return sort.descending ? "" : `-${column}`;
}

/** Whether any filter is active: the search box is none of them. */
export function isFiltered({ statuses, software, versions, pilot }: Chosen): boolean {
  return statuses.length > 0 || (software !== "" && versions.length > 0) || pilot !== "";
}

/** 'FILTER • (LIVE | UI = 5.22.0, 5.21.3 | Pilot: Canary) SELECTED' */
export function buttonText({ statuses, software, versions, pilot }: Chosen, pilots: readonly Pilot[]): string {
  const parts = [
    statuses.join(", "),
    software !== "" && versions.length > 0 ? `${labelOf(software)} = ${versions.join(", ")}` : "",
    pilot !== "" ? `Pilot: ${pilots.find(({ id }) => id === pilot)?.displayName ?? pilot}` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "FILTER" : `FILTER • (${parts.join(" | ")}) SELECTED`;
}
