/** The fleet as the locations list keeps it, for the screens of other areas: from the cache first, then refreshed. */
export { together, type Fleet } from "./list/fleet";
export { fleetQuery } from "./list/load";
export { compareText, naturalKey, type LocationSummary } from "./list/locationIndex";
export { FleetAge } from "./list/FleetAge";
export { screenOf } from "./list/screens";
