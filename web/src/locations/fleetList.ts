/** The locations list for screens of other areas. It loads from the cache first and is then refreshed. */
export { MAX_CACHE_AGE, mergeFleets, type Fleet } from "./list/fleet";
export { fleetState } from "./list/fleetState";
export { fleetQuery } from "./list/load";
export { compareText, naturalKey, type LocationSummary } from "./list/locationIndex";
export { FleetAge } from "./list/FleetAge";
