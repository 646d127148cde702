/** The stops of a day by route, and the texts about them (docs/requirements/routes.md, RTE-3). */
import { compareNames, formatCount } from "../../lib/formats";
import type { RouteStop } from "../locationRoutes";

/** The stops of each route. Routes are sorted by name ('amber 2' before 'amber 10'), and stops by position. */
export function groupByRoute(stops: readonly RouteStop[]): ReadonlyMap<string, readonly RouteStop[]> {
  const byRoute = new Map<string, RouteStop[]>();
  for (const stop of stops) {
    const routeStops = byRoute.get(stop.route);
    if (routeStops) routeStops.push(stop);
    else byRoute.set(stop.route, [stop]);
  }
  for (const routeStops of byRoute.values()) {
    routeStops.sort((a, b) => a.stop - b.stop || compareNames(a.id, b.id) || a.stockingIndex - b.stockingIndex);
  }
  return new Map([...byRoute].sort(([a], [b]) => compareNames(a, b)));
}

/** Whether the name of the route or the location id contains the lower-case query. */
export function matchesStop({ route, id }: RouteStop, query: string): boolean {
  return route.toLowerCase().includes(query) || id.toLowerCase().includes(query);
}

/** Whether the driver removes the fridge at this stop. */
export function isRemoval({ stopType }: RouteStop): boolean {
  return stopType === "REMOVAL";
}

/** The text of a tote count without a packing slip, which differs from 0. */
export const UNKNOWN = "unknown";

/** Such as '12 totes' or '12 totes known, 3 stops unknown', from the packing slips of a route's stops. */
export function formatTotes(stops: readonly RouteStop[]): string {
  const count = stops[0]?.toteCountPerRoute ?? null;
  if (count === null) return `${UNKNOWN} totes`;
  const unknownStops = stops.filter(({ toteCountPerStop }) => toteCountPerStop === null).length;
  const totes = formatCount(count, "tote");
  return unknownStops === 0 ? totes : `${totes} known, ${formatCount(unknownStops, "stop")} unknown`;
}
