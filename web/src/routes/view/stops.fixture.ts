/** Stops for tests: `buildRouteStop({ route: "amber", stop: 2 })`. */
import type { RouteStop } from "../locationRoutes";

export function buildRouteStop(overrides: Partial<RouteStop> = {}): RouteStop {
  return {
    stockingDate: "2026-11-21",
    market: "MW",
    id: "IL_0001",
    route: "amber",
    stop: 1,
    stockingIndex: 1,
    stopType: "STOCK",
    toteCountPerStop: 3,
    toteCountPerRoute: 3,
    ...overrides,
  };
}

/** Creates `routes` routes with `stopsPerRoute` stops each. */
export function buildRouteStops(routes: number, stopsPerRoute: number): RouteStop[] {
  return Array.from({ length: routes * stopsPerRoute }, (_, index) => {
    const route = Math.floor(index / stopsPerRoute);
    return buildRouteStop({ route: `route ${route + 1}`, id: `F${index + 1}`, stop: (index % stopsPerRoute) + 1 });
  });
}
