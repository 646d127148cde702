/** A day's stops as the screen has them: by route, each with its header and its summary (spec of locations, 2.7). */
import type { Market } from "../../api/schema";
import { plural } from "../../ui/plural";
import type { RouteStop } from "../locationRoutes";

export interface RouteGroup {
  readonly route: string;
  readonly market: Market;
  /** The stops to show, in their order. */
  readonly stops: readonly RouteStop[];
  /** Of the whole route, whatever of it is shown. */
  readonly stopCount: number;
  readonly totes: Totes;
}

/** Totes of a route as far as packing slips tell: those of `unknownStops` stops are not in the count. */
export interface Totes {
  /** Null where nothing is known at all. */
  readonly count: number | null;
  readonly unknownStops: number;
}

/** A line of the table. */
export type Row =
  | { readonly kind: "header"; readonly key: string; readonly group: RouteGroup }
  | { readonly kind: "stop"; readonly key: string; readonly group: RouteGroup; readonly stop: RouteStop }
  | { readonly kind: "summary"; readonly key: string; readonly group: RouteGroup };

const COLUMN_ORDERS = {
  stop: (a, b) => a.stop - b.stop,
  location: (a, b) => natural.compare(a.id, b.id),
  toteCount: (a, b) => (a.toteCountPerStop ?? 0) - (b.toteCountPerStop ?? 0),
  stopType: (a, b) => natural.compare(a.stopType, b.stopType),
} as const satisfies Readonly<Record<string, (a: RouteStop, b: RouteStop) => number>>;

export type SortableColumn = keyof typeof COLUMN_ORDERS;

/** The order of the stops within their route. */
export interface Sort {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

export function isSortable(column: string): column is SortableColumn {
  return Object.hasOwn(COLUMN_ORDERS, column);
}

const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The routes, 'amber 2' before 'amber 10', each with its stops in their order on it. */
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
        (a, b) => a.stop - b.stop || natural.compare(a.id, b.id) || a.stockingIndex - b.stockingIndex,
      );
      const [first] = ordered as [RouteStop];
      return { route, market: first.market, stops: ordered, stopCount: ordered.length, totes: totesOf(ordered) };
    })
    .sort((a, b) => natural.compare(a.route, b.route));
}

function totesOf(stops: readonly RouteStop[]): Totes {
  return {
    count: stops[0]?.toteCountPerRoute ?? null,
    unknownStops: stops.filter(({ toteCountPerStop }) => toteCountPerStop === null).length,
  };
}

/** Routes whose name contains the text, whole, and of the others the stops at locations that contain it. */
export function filterGroups(groups: readonly RouteGroup[], text: string): readonly RouteGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  return groups.flatMap((group) => {
    if (group.route.toLowerCase().includes(wanted)) return [group];
    const stops = group.stops.filter(({ id }) => id.toLowerCase().includes(wanted));
    return stops.length === 0 ? [] : [{ ...group, stops }];
  });
}

/** Each route's stops by a column; those whose totes are unknown come last whichever way it goes. */
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

export function rowsOf(groups: readonly RouteGroup[]): readonly Row[] {
  return groups.flatMap((group): Row[] => [
    { kind: "header", key: `${group.route}\nheader`, group },
    ...group.stops.map((stop): Row => {
      return { kind: "stop", key: `${group.route}\n${stop.id}\n${stop.stockingIndex}`, group, stop };
    }),
    { kind: "summary", key: `${group.route}\nsummary`, group },
  ]);
}

/** A stop at which the fridge is taken away, shown in bold. */
export function isRemoval({ stopType }: RouteStop): boolean {
  return stopType === "REMOVAL";
}

const UNKNOWN = "unknown";

/** 'unknown' where no packing slip tells: that is not 0. */
export function stopTotesText({ toteCountPerStop }: RouteStop): string {
  return toteCountPerStop === null ? UNKNOWN : String(toteCountPerStop);
}

/** '12 totes', '12 totes known, 3 stops unknown'. */
export function routeTotesText({ count, unknownStops }: Totes): string {
  if (count === null) return `${UNKNOWN} totes`;
  const totes = plural(count, "tote");
  return unknownStops === 0 ? totes : `${totes} known, ${plural(unknownStops, "stop")} unknown`;
}
