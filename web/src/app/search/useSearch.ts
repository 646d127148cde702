/** Finds items of all kinds. Loads what the user may read when the search is opened for the first time. */
import { useInfiniteQuery, useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { couponByCodeQuery, couponsQuery } from "../../coupons/coupons";
import { isCouponCode } from "../../coupons/rules/coupon";
import { RARE_CHANGE_STALE_TIME } from "../../lib/staleTime";
import { fleetQuery, mergeFleets } from "../../locations/fleetList";
import type { LocationSummary } from "../../locations/liveFridges";
import { namesQuery } from "../../locations/names";
import { schemaIdsQuery } from "../../prices/itemPrices";
import { useMyPermissions } from "../../session/permissions";
import { useUser } from "../../session/user";
import { useVisibleNavigation } from "../navigation/useVisibleNavigation";
import { createIndex, type SearchIndex } from "./searchIndex";
import { GROUP_TITLES, keyOf, KINDS, type Kind, type SearchItem } from "./searchItem";
import * as sources from "./sources";

const STATUSES = ["LIVE", "OFFLINE", "DEAD"] as const;

/** The number of results of one kind. */
const MAX_RESULTS = 7;

export interface ResultGroup {
  readonly title: string;
  readonly items: readonly SearchItem[];
}

export interface Search {
  readonly groups: readonly ResultGroup[];
  /** What is still loaded or indexed, such as "fridges", so that a result can be missing. */
  readonly loading: readonly string[];
  /** What could not be loaded. */
  readonly failed: readonly string[];
  /** Whether the permissions could not be loaded, so that only screens and actions are searched. */
  readonly permissionsFailed: boolean;
  /** The number of the latest coupons that were searched, if there are older ones. */
  readonly searchedCoupons: number | null;
  /** Repeats the failed reads. */
  readonly retry: () => void;
}

/** The part of a query's result that the search uses. */
type Source = Pick<UseQueryResult, "isPending" | "isError" | "isFetching" | "refetch">;

export function useSearch(text: string, recent: readonly SearchItem[]): Search {
  const permissions = useMyPermissions();
  const { may, isLoaded } = permissions;
  const fridges = useFridges();
  const { items: others, sources: otherSources } = useOtherItems(fridges.locations);
  const fridgeIndex = useIndex(fridges.items);
  const otherIndex = useIndex(others);
  const coupons = useCoupon(text);
  const coupon = coupons.item;

  const groups = useMemo((): readonly ResultGroup[] => {
    if (text.trim() === "") {
      const screens = others.filter(({ kind }) => kind === "screen");
      // A screen or an action is offered only while the user has permission for it.
      const offered = new Set(others.filter(({ kind }) => kind === "screen" || kind === "action").map(keyOf));
      const permitted = recent.filter((item) =>
        item.kind === "screen" || item.kind === "action"
          ? offered.has(keyOf(item))
          : isLoaded && sources.mayFind(item.kind, may),
      );
      return [
        { title: "Recent", items: permitted },
        { title: GROUP_TITLES.screen, items: screens },
      ].filter(({ items }) => items.length > 0);
    }
    return rankedGroups(text, new Set(recent.map(keyOf)), { fridgeIndex, otherIndex, coupon });
  }, [text, recent, may, isLoaded, others, fridgeIndex, otherIndex, coupon]);

  const all: readonly (readonly [label: string, source: Source])[] = [
    ...fridges.sources.map((source) => ["fridges", source] as const),
    ...otherSources,
    ...coupons.sources.map((source) => ["coupons", source] as const),
  ];
  const failed = all.filter(([, { isError }]) => isError);
  const isIndexing = (fridges.items.length > 0 && fridgeIndex === null) || (others.length > 0 && otherIndex === null);
  const loading = all.filter(([, { isPending, isFetching }]) => isPending && isFetching).map(([label]) => label);
  return {
    groups,
    loading: distinct([
      ...(permissions.isPending ? ["your permissions"] : []),
      ...loading,
      ...(isIndexing ? ["results"] : []),
    ]),
    failed: distinct(failed.map(([label]) => label)),
    permissionsFailed: !isLoaded && !permissions.isPending,
    searchedCoupons: coupons.searched,
    retry: () => failed.forEach(([, { refetch }]) => void refetch()),
  };
}

const distinct = (labels: readonly string[]): readonly string[] => [...new Set(labels)];

/**
 * Whether the user may read the items of a kind. False until the permissions are loaded, and when a permission was
 * revoked: the data of earlier reads must not be shown then.
 */
function useMayRead(kind: Kind): boolean {
  const { may, isLoaded } = useMyPermissions();
  return isLoaded && sources.mayFind(kind, may);
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

const NO_LOCATIONS: readonly LocationSummary[] = [];

/** The locations of all statuses, from the browser's cache first. */
function useFridges() {
  const { sub } = useUser();
  const enabled = useMayRead("fridge");
  const fleets = useQueries({
    queries: STATUSES.map((status) => ({ ...fleetQuery(sub, status), enabled, staleTime: RARE_CHANGE_STALE_TIME })),
  });
  const [live, offline, dead] = fleets.map(({ data }) => data);
  const locations = useMemo(
    () => (enabled ? mergeFleets([live, offline, dead].filter((fleet) => fleet !== undefined)) : NO_LOCATIONS),
    [enabled, live, offline, dead],
  );
  const items = useMemo(() => locations.map(sources.fridgeItem), [locations]);
  return { locations, items, sources: enabled ? fleets : [] };
}

function useOtherItems(locations: readonly LocationSummary[]) {
  const { may } = useMyPermissions();
  const navigation = useVisibleNavigation();
  const mayReadLayouts = useMayRead("layout");
  const mayReadSchemas = useMayRead("priceSchema");
  const layouts = useQuery({ ...namesQuery("layoutName"), enabled: mayReadLayouts });
  const schemas = useQuery({ ...schemaIdsQuery, enabled: mayReadSchemas, staleTime: RARE_CHANGE_STALE_TIME });
  const layoutNames = mayReadLayouts ? layouts.data : undefined;
  const schemaIds = mayReadSchemas ? schemas.data : undefined;
  const items = useMemo(
    (): readonly SearchItem[] => [
      ...sources.screenItems(navigation),
      ...sources.actionItems(may),
      ...sources.routeItems(locations, may),
      ...(layoutNames ?? []).map(sources.layoutItem),
      ...(schemaIds ?? []).map(sources.priceSchemaItem),
    ],
    [navigation, may, locations, layoutNames, schemaIds],
  );
  const loaded: readonly (readonly [label: string, source: Source])[] = [
    ...(mayReadLayouts ? [["layouts", layouts] as const] : []),
    ...(mayReadSchemas ? [["price schemas", schemas] as const] : []),
  ];
  return { items, sources: loaded };
}

/** The coupon with exactly this code: among the latest ones, and otherwise among older ones. */
function useCoupon(text: string) {
  const enabled = useMayRead("coupon");
  const code = text.trim().toUpperCase();
  const latest = useInfiniteQuery({ ...couponsQuery, enabled, staleTime: RARE_CHANGE_STALE_TIME });
  const issued = enabled ? (latest.data?.pages.flatMap(({ items }) => items) ?? []) : [];
  const recent = issued.find(({ couponCode }) => couponCode.toUpperCase() === code);
  const searchesOlder = enabled && isCouponCode(code) && !recent && latest.hasNextPage;
  const older = useQuery({ ...couponByCodeQuery(code), enabled: searchesOlder, staleTime: RARE_CHANGE_STALE_TIME });
  const search = searchesOlder ? older.data : undefined;
  const found = recent ?? search?.coupon ?? undefined;
  const item = useMemo(() => (found ? sources.couponItem(found.couponCode, `Issued by ${found.user}`) : null), [found]);
  const queries: readonly Source[] = enabled ? [latest, ...(searchesOlder ? [older] : [])] : [];
  return { item, searched: search && !search.isComplete ? search.searched : null, sources: queries };
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
