/** The list's filters: what the address says of them, and which locations they let through. */
import type { LocationStatus } from "../../api/schema";
import type { IndexedLocation } from "./locationIndex";

export const STATUSES = ["LIVE", "DEAD", "OFFLINE"] as const satisfies readonly LocationStatus[];
export const ALLOCATIONS = ["ON", "OFF"] as const;

export type Allocation = (typeof ALLOCATIONS)[number];

export interface Filters {
  /** What the search box holds. */
  readonly text: string;
  /** A route, or nothing for all drivers. */
  readonly driver: string;
  readonly status: LocationStatus;
  /** Nothing for both. */
  readonly allocation: Allocation | "";
}

const DEFAULT_STATUS: LocationStatus = "LIVE";

/** Reads the address. A value that no filter has is as good as none: links are typed and shortened by people. */
export function filtersFrom(params: URLSearchParams): Filters {
  return {
    text: params.get("text") ?? "",
    driver: params.get("driver") ?? "",
    status: choice(STATUSES, params.get("status")) ?? DEFAULT_STATUS,
    allocation: choice(ALLOCATIONS, params.get("allocation")) ?? "",
  };
}

/** The address with one filter changed; a default is left out of it. */
export function withFilter(params: URLSearchParams, name: keyof Filters, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === "" || (name === "status" && value === DEFAULT_STATUS)) next.delete(name);
  else next.set(name, value);
  return next;
}

/** Whether anything but the status narrows the list. */
export function isNarrowed({ text, driver, allocation }: Filters): boolean {
  return text.trim() !== "" || driver !== "" || allocation !== "";
}

/** Those that pass, in the order in which they came. */
export function filterLocations(locations: readonly IndexedLocation[], filters: Filters): readonly IndexedLocation[] {
  const text = filters.text.trim().toLowerCase();
  const driver = filters.driver.toLowerCase();
  return locations.filter(
    ({ location, keys }) =>
      location.status === filters.status &&
      (text === "" || keys.search.includes(text)) &&
      (driver === "" || keys.route === driver) &&
      (filters.allocation === "" || allocationOf(location.prod) === filters.allocation),
  );
}

/** ON when the fridge gets food allocated. */
export function allocationOf(prod: number): Allocation {
  return prod === 1 ? "ON" : "OFF";
}

function choice<Choice extends string>(choices: readonly Choice[], value: string | null): Choice | undefined {
  return choices.find((candidate) => candidate === value?.toUpperCase());
}
