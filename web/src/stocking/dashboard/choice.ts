/** Which routes the filters offer, and which of them are chosen. */
import type { RouteStop } from "../../routes/locationRoutes";
import type { OpsLocations } from "../day/opsLocations";
import type { Filters } from "./filters";

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** A planned route of a day. */
export interface PlannedRoute {
  readonly route: string;
  readonly region: RouteStop["market"];
  /** The fulfillment centers of its locations: as a rule one. */
  readonly markets: readonly string[];
  /** In their order. */
  readonly stops: readonly RouteStop[];
}

/** The routes of a day, 'amber 2' before 'amber 10', each with its stops in their order. */
export function plannedRoutes(stops: readonly RouteStop[], locations: OpsLocations): readonly PlannedRoute[] {
  const byRoute = new Map<string, RouteStop[]>();
  for (const stop of stops) {
    const known = byRoute.get(stop.route);
    if (known) known.push(stop);
    else byRoute.set(stop.route, [stop]);
  }
  return [...byRoute]
    .map(([route, unordered]): PlannedRoute => {
      const ordered = unordered.toSorted(
        (a, b) => a.stop - b.stop || natural.compare(a.id, b.id) || a.stockingIndex - b.stockingIndex,
      );
      const [first] = ordered as [RouteStop];
      const markets = new Set(ordered.flatMap(({ id }) => locations.get(id)?.fulfillmentCenter ?? []));
      return { route, region: first.market, markets: [...markets], stops: ordered };
    })
    .sort((a, b) => natural.compare(a.route, b.route));
}

/** The markets that a region's routes have. */
export function marketsOf(routes: readonly PlannedRoute[], { region }: Filters): readonly string[] {
  const inRegion = routes.filter((route) => region === undefined || route.region === region);
  return [...new Set(inRegion.flatMap(({ markets }) => markets))].sort(natural.compare);
}

/** Those in the region and the market. */
export function offeredRoutes(routes: readonly PlannedRoute[], { region, market }: Filters): readonly PlannedRoute[] {
  return routes.filter(
    (route) =>
      (region === undefined || route.region === region) && (market === undefined || route.markets.includes(market)),
  );
}

/** Those of the offered ones that are chosen. */
export function chosenRoutes(routes: readonly PlannedRoute[], filters: Filters): readonly PlannedRoute[] {
  const offered = offeredRoutes(routes, filters);
  if (filters.routes === undefined) return offered;
  const chosen = new Set(filters.routes);
  return offered.filter(({ route }) => chosen.has(route));
}
