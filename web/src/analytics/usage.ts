/** Reads the usage of the console and the calls of a route. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import { routeCallsDocument, usageDocument, type RouteCallsQuery, type UsageQuery } from "./operations.generated";

export type Usage = UsageQuery["usage"];
export type RouteUsage = Usage["routes"][number];
export type ScreenUsage = Usage["screens"][number];
export type PersonUsage = Usage["people"][number];
export type DayUsage = Usage["days"][number];
export type RouteCall = RouteCallsQuery["routeCalls"]["items"][number];

export function usageQuery(from: string, to: string) {
  return queryOptions({
    queryKey: ["usage", from, to],
    queryFn: async ({ signal }) => (await graphql(usageDocument, { from, to }, { signal })).usage,
    staleTime: 30_000,
  });
}

export function routeCallsQuery(route: string, date: string) {
  return infiniteQueryOptions({
    queryKey: ["routeCalls", route, date],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(routeCallsDocument, { route, date, nextToken: pageParam }, { signal })).routeCalls,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}
