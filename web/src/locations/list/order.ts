import { compareText, type LocationSummary } from "./locationIndex";

/**
 * The order of the list until the user sorts: by id, and with a driver filter by status and LIVE locations by stop.
 *
 * @param locations sorted by id
 */
export function orderLocations(locations: readonly LocationSummary[], driver: string): readonly LocationSummary[] {
  if (driver === "") return locations;
  return locations.toSorted(
    (a, b) => compareText(a.status, b.status) || (a.status === "LIVE" ? compareStops(a.stop, b.stop) : 0),
  );
}

/** Locations without a stop come last. */
function compareStops(a: number | null, b: number | null): number {
  return Number(a === null) - Number(b === null) || (a ?? 0) - (b ?? 0);
}
