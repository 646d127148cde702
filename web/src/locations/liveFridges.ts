/** The fridges that sell, as the list of locations knows them: from the cache at once, then from the server. */
import { fleetQuery } from "./list/load";
import type { Fleet } from "./list/fleet";
import type { LocationSummary } from "./list/locationIndex";

export type { LocationSummary };

/** The locations that are LIVE; `liveFridgesOf` takes the fridges out of them. */
export function liveLocationsQuery(user: string) {
  return fleetQuery(user, "LIVE");
}

export function liveFridgesOf({ locations }: Fleet): readonly LocationSummary[] {
  return locations.filter(({ type, status }) => type === "FRIDGE" && status === "LIVE");
}
