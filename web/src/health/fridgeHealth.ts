/** What a fridge reported: its health, its events, its temperatures. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { FridgeSegmentEventType } from "../api/schema";
import { keepTold } from "../api/told";
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

/** How often what one fridge reports is asked for while it is not told as it happens. */
export const HEALTH_POLL = 15_000;
/** Events and temperatures come by the minute at most. */
export const EVENTS_POLL = 60_000;

const TREND_HOURS = 24;

export async function readFridgeHealth(
  locationIds: readonly string[],
  signal?: AbortSignal,
): Promise<readonly FridgeHealth[]> {
  return (await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal })).fridgeHealth.fridgeData;
}

/** One fridge's; null where it never reported. */
export function fridgeHealthQuery(id: string) {
  const queryKey = ["fridgeHealth", id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<FridgeHealth | null> => {
      const [read] = await readFridgeHealth([id], signal);
      return read ? newerHealth(read, client.getQueryData<FridgeHealth | null>(queryKey)) : null;
    },
    staleTime: 0,
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
    refetchInterval: EVENTS_POLL,
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
    refetchInterval: EVENTS_POLL,
  });
}

/** Of the last 24 hours, oldest first. */
export function temperaturesQuery(location: string) {
  return queryOptions({
    queryKey: ["fridgeTemperatures", location],
    queryFn: async ({ signal }): Promise<readonly TemperatureReading[]> =>
      (await graphql(fridgeTemperaturesDocument, { location, hours: TREND_HOURS }, { signal })).fridgeTemperatures,
  });
}

/** Reads a fridge's health again, and adds its temperature to the readings that are shown. */
export async function reloadHealth(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = fridgeHealthQuery(id);
  await client.refetchQueries({ queryKey }, { throwOnError: true });
  const health = client.getQueryData<FridgeHealth | null>(queryKey);
  if (!health || health.temperature === null) return;
  const reading = { timestamp: health.timestamp, temperature: health.temperature };
  keepTold<readonly TemperatureReading[]>(client, temperaturesQuery(id).queryKey, (known) =>
    known.some(({ timestamp }) => timestamp === reading.timestamp) ? known : [...known, reading],
  );
}

/** What came, unless what is known is newer. */
export function newerHealth(came: FridgeHealth, known: FridgeHealth | null | undefined): FridgeHealth {
  return known && Date.parse(known.timestamp) > Date.parse(came.timestamp) ? known : came;
}
