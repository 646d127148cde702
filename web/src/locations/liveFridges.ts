/** The LIVE fridges of the locations list. It loads from the cache first and is then refreshed. */
import { fleetQuery } from "./list/load";
import type { Fleet } from "./list/fleet";
import type { LocationSummary } from "./list/locationIndex";

export type { LocationSummary };

/** The LIVE locations; `liveFridgesOf` selects the fridges. */
export function liveLocationsQuery(user: string) {
  return fleetQuery(user, "LIVE");
}

export function liveFridgesOf({ locations }: Fleet): readonly LocationSummary[] {
  return locations.filter(({ type, status }) => type === "FRIDGE" && status === "LIVE");
}
