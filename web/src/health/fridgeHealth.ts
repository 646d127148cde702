/** What a fridge reported: its health, its events, its temperatures. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { FridgeSegmentEventType } from "../api/schema";
import {
  fridgeHealthDocument,
  fridgeTemperaturesDocument,
  getFridgeEventsDocument,
  getFridgeSegmentEventsDocument,
  type FridgeHealthQuery,
  type FridgeTemperaturesQuery,
} from "./operations.generated";

/** What a fridge reported last. */
export type FridgeHealth = FridgeHealthQuery["fridgeHealth"]["fridgeData"][number];
export type TemperatureReading = FridgeTemperaturesQuery["fridgeTemperatures"][number];

/** Said when it could not be loaded (spec of fleet operations, section 8). */
export const HEALTH_FAILURE = "Oops, there was an error loading your request.";

/** How often what one fridge reports is asked for while nothing is pushed. */
const POLL = 15_000;
/** Events and temperatures come by the minute at most. */
const SLOW_POLL = 60_000;

const TREND_HOURS = 24;

export async function readFridgeHealth(
  locationIds: readonly string[],
  signal?: AbortSignal,
): Promise<readonly FridgeHealth[]> {
  return (await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal })).fridgeHealth.fridgeData;
}

/** One fridge's; null where it never reported. */
export function fridgeHealthQuery(id: string) {
  return queryOptions({
    queryKey: ["fridgeHealth", id],
    queryFn: async ({ signal }) => (await readFridgeHealth([id], signal))[0] ?? null,
    staleTime: 0,
    refetchInterval: POLL,
  });
}

const firstPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { readonly nextToken: string | null }) => page.nextToken,
};

/** What drivers and the fridge did, newest first. */
export function fridgeEventsQuery(location: string) {
  return infiniteQueryOptions({
    queryKey: ["fridgeEvents", location],
    queryFn: async ({ pageParam, signal }) =>
      (
        await graphql(
          getFridgeEventsDocument,
          { location, eventTypes: ["CheckpointEvent"], nextToken: pageParam },
          { signal },
        )
      ).getFridgeEvents,
    ...firstPage,
    refetchInterval: SLOW_POLL,
  });
}

/** What customers did, of those types, newest first. */
export function segmentEventsQuery(location: string, types: readonly FridgeSegmentEventType[]) {
  return infiniteQueryOptions({
    queryKey: ["fridgeSegmentEvents", location, types],
    queryFn: async ({ pageParam, signal }) =>
      (
        await graphql(
          getFridgeSegmentEventsDocument,
          { location, fridgeSegmentEventType: types, nextToken: pageParam },
          { signal },
        )
      ).getFridgeSegmentEvents,
    ...firstPage,
    refetchInterval: SLOW_POLL,
  });
}

/** Of the last 24 hours, oldest first. */
export function temperaturesQuery(location: string) {
  return queryOptions({
    queryKey: ["fridgeTemperatures", location],
    queryFn: async ({ signal }) =>
      (await graphql(fridgeTemperaturesDocument, { location, hours: TREND_HOURS }, { signal })).fridgeTemperatures,
    refetchInterval: SLOW_POLL,
  });
}
