/** Test fixtures: a default fridge with overrides. */
import type { LocationSummary } from "./locationIndex";

export function fridge(overrides: Partial<LocationSummary> & Pick<LocationSummary, "id">): LocationSummary {
  return {
    type: "FRIDGE",
    prettyName: `Lobby of ${overrides.id}`,
    address: { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" },
    route: null,
    stop: 0,
    status: "LIVE",
    prod: 0,
    latitude: "41.8781",
    longitude: "-87.6298",
    timeZone: "CHICAGO",
    ...overrides,
  };
}

/** LIVE fridges F1, F2 … with twenty stops per route. */
export function fridges(count: number, first = 1): LocationSummary[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return fridge({ id: `F${number}`, route: `route ${Math.floor(number / 20)}`, stop: number % 20, prod: number % 2 });
  });
}
