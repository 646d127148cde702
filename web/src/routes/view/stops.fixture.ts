/** Stops for tests: `stopAt({ route: "amber", stop: 2 })`. */
import type { RouteStop } from "../locationRoutes";

export function stopAt(given: Partial<RouteStop> = {}): RouteStop {
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
    ...given,
  };
}

/** So many stops on each of so many routes. */
export function stopsOf(routes: number, each: number): RouteStop[] {
  return Array.from({ length: routes * each }, (_, index) => {
    const route = Math.floor(index / each);
    return stopAt({ route: `route ${route + 1}`, id: `F${index + 1}`, stop: (index % each) + 1 });
  });
}
