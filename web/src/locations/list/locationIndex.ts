/** Locations with the keys that searching and sorting need, made once per load and not once per key press. */
import type { LocationsQuery } from "./operations.generated";

/** A line of the list. */
export type LocationSummary = LocationsQuery["locations"]["items"][number];

export interface IndexedLocation {
  readonly location: LocationSummary;
  readonly keys: {
    /** Id and pretty name in lower case, on two lines: a search never matches across them. */
    readonly search: string;
    readonly route: string;
    readonly id: string;
    readonly prettyName: string;
    readonly naturalRoute: string;
  };
}

/** The locations by id, each with its keys. */
export function indexLocations(locations: readonly LocationSummary[]): readonly IndexedLocation[] {
  const indexed = locations.map((location): IndexedLocation => {
    const id = location.id.toLowerCase();
    const prettyName = location.prettyName.toLowerCase();
    const route = location.route?.toLowerCase() ?? "";
    return {
      location,
      keys: {
        search: `${id}\n${prettyName}`,
        route,
        id: naturalKey(id),
        prettyName: naturalKey(prettyName),
        naturalRoute: naturalKey(route),
      },
    };
  });
  return indexed.sort((a, b) => compareText(a.keys.id, b.keys.id));
}

/** The routes there are, each once whatever its letters' case, for the driver select. */
export function driversOf(locations: readonly IndexedLocation[]): readonly string[] {
  const drivers = new Map<string, string>();
  for (const { location, keys } of locations) {
    if (location.route && !drivers.has(keys.naturalRoute)) drivers.set(keys.naturalRoute, location.route);
  }
  return [...drivers].sort(([a], [b]) => compareText(a, b)).map(([, driver]) => driver);
}

/** Compares keys by code unit: on 10,000 of them some ten times faster than by the rules of a language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A key by which 'fridge 9' comes before 'fridge 10'. */
export function naturalKey(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
