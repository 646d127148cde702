/** The list's filters: their URL parameters, and the locations that match them. */
import type { LocationStatus } from "../../api/schema";
import { omitParams } from "../../lib/useUrlState";
import type { IndexedLocation } from "./locationIndex";

export const STATUSES = ["LIVE", "DEAD", "OFFLINE"] as const satisfies readonly LocationStatus[];
export const ALLOCATIONS = ["ON", "OFF"] as const;

export type Allocation = (typeof ALLOCATIONS)[number];

export interface Filters {
  /** The text of the search box. */
  readonly text: string;
  /** A route, or empty for all drivers. */
  readonly driver: string;
  readonly status: LocationStatus;
  /** Empty for both. */
  readonly allocation: Allocation | "";
}

const DEFAULT_STATUS: LocationStatus = "LIVE";

/** Parses the URL parameters. People type and shorten links, so an invalid value is ignored. */
export function parseFilters(params: URLSearchParams): Filters {
  return {
    text: params.get("text") ?? "",
    driver: params.get("driver") ?? "",
    status: choice(STATUSES, params.get("status")) ?? DEFAULT_STATUS,
    allocation: choice(ALLOCATIONS, params.get("allocation")) ?? "",
  };
}

/** Returns the URL parameters with one filter changed. Default values are omitted. */
export function setFilterParam(params: URLSearchParams, name: keyof Filters, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === "" || (name === "status" && value === DEFAULT_STATUS)) next.delete(name);
  else next.set(name, value);
  return next;
}

/** Removes all filters except the status. */
export function clearFilters(params: URLSearchParams): URLSearchParams {
  return omitParams(params, ["text", "driver", "allocation"]);
}

/** Whether a filter other than the status is set. */
export function isFiltered({ text, driver, allocation }: Filters): boolean {
  return text.trim() !== "" || driver !== "" || allocation !== "";
}

/** The locations that match all filters, in their original order. */
export function filterLocations(locations: readonly IndexedLocation[], filters: Filters): readonly IndexedLocation[] {
  const text = filters.text.trim().toLowerCase();
  const driver = filters.driver.toLowerCase();
  return locations.filter(
    (indexed) =>
      indexed.location.status === filters.status &&
      (text === "" || indexed.search.includes(text)) &&
      (driver === "" || indexed.location.route?.toLowerCase() === driver) &&
      (filters.allocation === "" || allocationOf(indexed.location.prod) === filters.allocation),
  );
}

/** ON if the location receives food. */
export function allocationOf(prod: number): Allocation {
  return prod === 1 ? "ON" : "OFF";
}

function choice<Choice extends string>(choices: readonly Choice[], value: string | null): Choice | undefined {
  return choices.find((candidate) => candidate === value?.toUpperCase());
}
