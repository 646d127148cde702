/** The routes that the filters make available, and the selected ones. */
import { compareNames } from "../../lib/formats";
import type { RouteStop } from "../../routes/locationRoutes";
import { groupByRoute } from "../../routes/rules/routeStops";
import type { OpsLocations } from "../day/opsLocations";
import type { Filters } from "./filters";

/** A planned route of a day. */
export interface PlannedRoute {
  readonly route: string;
  readonly region: RouteStop["market"];
  /** The fulfillment centers of its locations, usually one. */
  readonly markets: readonly string[];
  /** In the order of the route. */
  readonly stops: readonly RouteStop[];
}

/** Groups the stops of a day by route, in numeric order: 'amber 2' before 'amber 10'. */
export function plannedRoutes(stops: readonly RouteStop[], locations: OpsLocations): readonly PlannedRoute[] {
  return [...groupByRoute(stops)].map(([route, ordered]): PlannedRoute => {
    const [first] = ordered as [RouteStop];
    const markets = new Set(ordered.flatMap(({ id }) => locations.get(id)?.fulfillmentCenter ?? []));
    return { route, region: first.market, markets: [...markets], stops: ordered };
  });
}

/** Returns the markets of a region's routes. */
export function marketsOf(routes: readonly PlannedRoute[], { region }: Filters): readonly string[] {
  const inRegion = routes.filter((route) => region === undefined || route.region === region);
  return [...new Set(inRegion.flatMap(({ markets }) => markets))].sort(compareNames);
}

/** Returns the routes in the region and market. */
export function availableRoutes(routes: readonly PlannedRoute[], { region, market }: Filters): readonly PlannedRoute[] {
  return routes.filter(
    (route) =>
      (region === undefined || route.region === region) && (market === undefined || route.markets.includes(market)),
  );
}

/** Returns the available routes that are selected. */
export function selectedRoutes(routes: readonly PlannedRoute[], filters: Filters): readonly PlannedRoute[] {
  const available = availableRoutes(routes, filters);
  if (filters.routes === undefined) return available;
  const selected = new Set(filters.routes);
  return available.filter(({ route }) => selected.has(route));
}
