/** Groups a day's stops by route, with a header and a summary each (docs/requirements/routes.md, RTE-3). */
import { compareNames, formatCount } from "../../lib/formats";
import type { Market } from "../../api/schema";
import type { RouteStop } from "../locationRoutes";

export interface RouteGroup {
  readonly route: string;
  readonly market: Market;
  /** The visible stops, sorted. */
  readonly stops: readonly RouteStop[];
  /** The number of stops of the whole route, including hidden stops. */
  readonly stopCount: number;
  readonly totes: Totes;
}

/** The totes of a route according to its packing slips. `count` excludes stops without a packing slip. */
export interface Totes {
  /** Null if no stop has a packing slip. */
  readonly count: number | null;
  readonly unknownStops: number;
}

/** A row of the table. */
export type Row =
  | { readonly kind: "header"; readonly key: string; readonly group: RouteGroup }
  | { readonly kind: "stop"; readonly key: string; readonly group: RouteGroup; readonly stop: RouteStop }
  | { readonly kind: "summary"; readonly key: string; readonly group: RouteGroup };

const COLUMN_ORDERS = {
  stop: (a, b) => a.stop - b.stop,
  location: (a, b) => compareNames(a.id, b.id),
  toteCount: (a, b) => (a.toteCountPerStop ?? 0) - (b.toteCountPerStop ?? 0),
  stopType: (a, b) => compareNames(a.stopType, b.stopType),
} as const satisfies Readonly<Record<string, (a: RouteStop, b: RouteStop) => number>>;

export type SortableColumn = keyof typeof COLUMN_ORDERS;

/** The sort order of the stops within their route. */
export interface Sort {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

export function isSortable(column: string): column is SortableColumn {
  return Object.hasOwn(COLUMN_ORDERS, column);
}

/** Groups stops by route. Sorts routes by name ('amber 2' before 'amber 10') and stops by position. */
export function groupByRoute(stops: readonly RouteStop[]): readonly RouteGroup[] {
  const byRoute = new Map<string, RouteStop[]>();
  for (const stop of stops) {
    const sameRoute = byRoute.get(stop.route);
    if (sameRoute) sameRoute.push(stop);
    else byRoute.set(stop.route, [stop]);
  }
  return [...byRoute]
    .map(([route, unordered]) => {
      const ordered = unordered.toSorted(
        (a, b) => a.stop - b.stop || compareNames(a.id, b.id) || a.stockingIndex - b.stockingIndex,
      );
      const [first] = ordered as [RouteStop];
      return { route, market: first.market, stops: ordered, stopCount: ordered.length, totes: countTotes(ordered) };
    })
    .sort((a, b) => compareNames(a.route, b.route));
}

function countTotes(stops: readonly RouteStop[]): Totes {
  return {
    count: stops[0]?.toteCountPerRoute ?? null,
    unknownStops: stops.filter(({ toteCountPerStop }) => toteCountPerStop === null).length,
  };
}

/** Keeps all stops of routes whose name contains the text. Of other routes, keeps the stops whose location id contains it. */
export function filterGroups(groups: readonly RouteGroup[], text: string): readonly RouteGroup[] {
  const query = text.trim().toLowerCase();
  if (query === "") return groups;
  return groups.flatMap((group) => {
    if (group.route.toLowerCase().includes(query)) return [group];
    const stops = group.stops.filter(({ id }) => id.toLowerCase().includes(query));
    return stops.length === 0 ? [] : [{ ...group, stops }];
  });
}

/** Sorts each route's stops by a column. Stops with unknown totes come last in both directions. */
export function sortStops(groups: readonly RouteGroup[], sort: Sort | null): readonly RouteGroup[] {
  if (!sort) return groups;
  const compare = COLUMN_ORDERS[sort.column];
  const direction = sort.descending ? -1 : 1;
  const unknown = (stop: RouteStop) => Number(sort.column === "toteCount" && stop.toteCountPerStop === null);
  return groups.map((group) => ({
    ...group,
    stops: group.stops.toSorted((a, b) => unknown(a) - unknown(b) || direction * compare(a, b)),
  }));
}

export function toRows(groups: readonly RouteGroup[]): readonly Row[] {
  return groups.flatMap((group): Row[] => [
    { kind: "header", key: `${group.route}\nheader`, group },
    ...group.stops.map((stop): Row => {
      return { kind: "stop", key: `${group.route}\n${stop.id}\n${stop.stockingIndex}`, group, stop };
    }),
    { kind: "summary", key: `${group.route}\nsummary`, group },
  ]);
}

/** Whether the driver removes the fridge at this stop. */
export function isRemoval({ stopType }: RouteStop): boolean {
  return stopType === "REMOVAL";
}

const UNKNOWN = "unknown";

/** 'unknown' without a packing slip, which differs from 0. */
export function stopTotesText({ toteCountPerStop }: RouteStop): string {
  return toteCountPerStop === null ? UNKNOWN : String(toteCountPerStop);
}

/** Such as '12 totes' or '12 totes known, 3 stops unknown'. */
export function routeTotesText({ count, unknownStops }: Totes): string {
  if (count === null) return `${UNKNOWN} totes`;
  const totes = formatCount(count, "tote");
  return unknownStops === 0 ? totes : `${totes} known, ${formatCount(unknownStops, "stop")} unknown`;
}
