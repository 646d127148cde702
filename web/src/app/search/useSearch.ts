/** Finds items of all kinds. Loads what the user may read when the search is opened for the first time. */
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { couponsQuery } from "../../coupons/coupons";
import { fleetQuery, mergeFleets } from "../../locations/fleetList";
import type { LocationSummary } from "../../locations/liveFridges";
import { namesQuery } from "../../locations/names";
import { schemaIdsQuery } from "../../prices/itemPrices";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { useVisibleNavigation } from "../navigation/useVisibleNavigation";
import { createIndex, type SearchIndex } from "./searchIndex";
import { GROUP_TITLES, keyOf, KINDS, type SearchItem } from "./searchItem";
import * as sources from "./sources";

const STATUSES = ["LIVE", "OFFLINE", "DEAD"] as const;

/** In milliseconds. Within this time, opening the search again loads nothing. */
const STALE_TIME = 5 * 60_000;

/** The number of results of one kind. */
const MAX_RESULTS = 7;

export interface ResultGroup {
  readonly title: string;
  readonly items: readonly SearchItem[];
}

interface Search {
  readonly groups: readonly ResultGroup[];
  /** Whether fridges are still loaded or indexed, so that a result can be missing. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

export function useSearch(text: string, recent: readonly SearchItem[]): Search {
  const { may } = useMyPermissions();
  const { items: fridges, locations, isLoading, hasFailed } = useFridges();
  const others = useOtherItems(locations);
  const fridgeIndex = useIndex(fridges);
  const otherIndex = useIndex(others);
  const coupon = useCoupon(text);

  const groups = useMemo((): readonly ResultGroup[] => {
    if (text.trim() === "") {
      const screens = others.filter(({ kind }) => kind === "screen");
      const known = new Set(screens.map(keyOf));
      const permitted = recent.filter(
        (item) => sources.mayFind(item.kind, may) && (item.kind !== "screen" || known.has(keyOf(item))),
      );
      return [
        { title: "Recent", items: permitted },
        { title: GROUP_TITLES.screen, items: screens },
      ].filter(({ items }) => items.length > 0);
    }
    return rankedGroups(text, new Set(recent.map(keyOf)), { fridgeIndex, otherIndex, coupon });
  }, [text, recent, may, others, fridgeIndex, otherIndex, coupon]);

  return { groups, isLoading: isLoading || (fridges.length > 0 && fridgeIndex === null), hasFailed };
}

interface Indexes {
  readonly fridgeIndex: SearchIndex | null;
  readonly otherIndex: SearchIndex | null;
  readonly coupon: SearchItem | null;
}

/** The groups with the closest match first, otherwise in the order of the kinds. */
function rankedGroups(text: string, recent: ReadonlySet<string>, { fridgeIndex, otherIndex, coupon }: Indexes) {
  const fridges = fridgeIndex?.search(text, recent, MAX_RESULTS) ?? [];
  const others = otherIndex?.search(text, recent, Infinity) ?? [];
  const matches = [...fridges, ...others, ...(coupon ? [{ item: coupon, closeness: 2 } as const] : [])];
  return KINDS.flatMap((kind) => {
    const found = matches.filter(({ item }) => item.kind === kind);
    return found[0] ? [{ kind, found, closeness: found[0].closeness }] : [];
  })
    .toSorted((a, b) => b.closeness - a.closeness)
    .map(({ kind, found }) => ({
      title: GROUP_TITLES[kind],
      items: found.slice(0, MAX_RESULTS).map(({ item }) => item),
    }));
}

/** The locations of all statuses, from the browser's cache first. */
function useFridges() {
  const { sub } = useUser();
  const { may } = useMyPermissions();
  const enabled = sources.mayFind("fridge", may);
  const fleets = useQueries({
    queries: STATUSES.map((status) => ({ ...fleetQuery(sub, status), enabled, staleTime: STALE_TIME })),
  });
  const [live, offline, dead] = fleets.map(({ data }) => data);
  const locations = useMemo(
    () => mergeFleets([live, offline, dead].filter((fleet) => fleet !== undefined)),
    [live, offline, dead],
  );
  const items = useMemo(() => locations.map(sources.fridgeItem), [locations]);
  return {
    locations,
    items,
    isLoading: enabled && fleets.some(({ isPending }) => isPending),
    hasFailed: fleets.some(({ isError }) => isError),
  };
}

function useOtherItems(locations: readonly LocationSummary[]): readonly SearchItem[] {
  const { may } = useMyPermissions();
  const navigation = useVisibleNavigation();
  const layouts = useQuery({ ...namesQuery("layoutName"), enabled: sources.mayFind("layout", may) }).data;
  const schemas = useQuery({
    ...schemaIdsQuery,
    enabled: sources.mayFind("priceSchema", may),
    staleTime: STALE_TIME,
  }).data;
  return useMemo(
    () => [
      ...sources.screenItems(navigation),
      ...sources.actionItems(may),
      ...sources.routeItems(locations, may),
      ...(layouts ?? []).map(sources.layoutItem),
      ...(schemas ?? []).map(sources.priceSchemaItem),
    ],
    [navigation, may, locations, layouts, schemas],
  );
}

/** The coupon with exactly this code, among the latest ones. */
function useCoupon(text: string): SearchItem | null {
  const { may } = useMyPermissions();
  const code = text.trim().toUpperCase();
  const coupons = useInfiniteQuery({ ...couponsQuery, enabled: sources.mayFind("coupon", may), staleTime: STALE_TIME });
  return useMemo(() => {
    const issued = coupons.data?.pages.flatMap(({ items }) => items) ?? [];
    const found = issued.find(({ couponCode }) => couponCode.toUpperCase() === code);
    return found ? sources.couponItem(found.couponCode, `Issued by ${found.user}`) : null;
  }, [coupons.data, code]);
}

/** Indexes by their items, so that opening the search again does not index the fleet again. */
const indexes = new WeakMap<readonly SearchItem[], Promise<SearchIndex>>();

/** The index of these items, or the previous one until it is created; null before the first one. */
function useIndex(items: readonly SearchItem[]): SearchIndex | null {
  const [index, setIndex] = useState<SearchIndex | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const created = indexes.get(items) ?? createIndex(items);
    indexes.set(items, created);
    void created.then((next) => {
      if (isCurrent) setIndex(next);
    });
    return () => {
      isCurrent = false;
    };
  }, [items]);
  return index;
}
