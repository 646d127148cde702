/** Locations for tests: a plain fridge, with what a test is about set otherwise. */
import type { LocationSummary } from "./locationIndex";

export function fridge(differing: Partial<LocationSummary> & Pick<LocationSummary, "id">): LocationSummary {
  return {
    type: "FRIDGE",
    prettyName: `Lobby of ${differing.id}`,
    route: null,
    stop: 0,
    status: "LIVE",
    prod: 0,
    latitude: "41.8781",
    longitude: "-87.6298",
    ...differing,
  };
}

/** LIVE fridges F1, F2 … of routes of twenty stops each. */
export function fridges(count: number, first = 1): LocationSummary[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return fridge({ id: `F${number}`, route: `route ${Math.floor(number / 20)}`, stop: number % 20, prod: number % 2 });
  });
}
