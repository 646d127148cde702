/** Queries for the health, events and temperatures that a fridge reports. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { FridgeSegmentEventType } from "../api/schema";
import { mergeIntoCache } from "../api/mergeIntoCache";
import {
  fridgeHealthDocument,
  fridgeTemperaturesDocument,
  getFridgeEventsDocument,
  getFridgeSegmentEventsDocument,
  type FleetHealthQuery,
  type FridgeHealthQuery,
  type FridgeTemperaturesQuery,
} from "./operations.generated";

/** The latest health report of a fridge. */
export type FridgeHealth = FridgeHealthQuery["fridgeHealth"]["fridgeData"][number];
/** The values of a report that lists of the fleet show. A full report contains them too. */
export type HealthSummary = FleetHealthQuery["fleetHealth"]["items"][number];
export type TemperatureReading = FridgeTemperaturesQuery["fridgeTemperatures"][number];

/** Shown when a load fails (HLT-10). */
export const HEALTH_FAILURE = "Oops, there was an error loading your request.";

/** Polling interval for the health of one fridge while the live connection is down, in milliseconds. */
export const HEALTH_POLL_INTERVAL = 15_000;
/** Polling interval for events and temperatures: fridges report them at most once a minute. */
export const EVENTS_POLL_INTERVAL = 60_000;

const TREND_HOURS = 24;

export async function readFridgeHealth(
  locationIds: readonly string[],
  signal?: AbortSignal,
): Promise<readonly FridgeHealth[]> {
  return (await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal })).fridgeHealth.fridgeData;
}

/** Reads the health of one fridge; null if it has never reported. */
export function fridgeHealthQuery(id: string) {
  const queryKey = ["fridgeHealth", id] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<FridgeHealth | null> => {
      const [report] = await readFridgeHealth([id], signal);
      return report ? newerHealth(report, client.getQueryData<FridgeHealth | null>(queryKey)) : null;
    },
    staleTime: 0,
  });
}

const firstPage = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { readonly nextToken: string | null }) => page.nextToken,
};

/** Reads checkpoint events of drivers and the fridge a page at a time, newest first. */
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
    refetchInterval: EVENTS_POLL_INTERVAL,
  });
}

/** Reads customer events of the given types a page at a time, newest first. */
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
    refetchInterval: EVENTS_POLL_INTERVAL,
  });
}

/** Reads the temperatures of the last 24 hours, oldest first. */
export function temperaturesQuery(location: string) {
  return queryOptions({
    queryKey: ["fridgeTemperatures", location],
    queryFn: async ({ signal }): Promise<readonly TemperatureReading[]> =>
      (await graphql(fridgeTemperaturesDocument, { location, hours: TREND_HOURS }, { signal })).fridgeTemperatures,
  });
}

/** Refetches a fridge's health and adds its temperature to the cached readings. */
export async function reloadHealth(client: QueryClient, id: string): Promise<void> {
  const { queryKey } = fridgeHealthQuery(id);
  await client.refetchQueries({ queryKey }, { throwOnError: true });
  const health = client.getQueryData<FridgeHealth | null>(queryKey);
  if (!health || health.temperature === null) return;
  const reading = { timestamp: health.timestamp, temperature: health.temperature };
  mergeIntoCache<readonly TemperatureReading[]>(client, temperaturesQuery(id).queryKey, (cached) =>
    cached.some(({ timestamp }) => timestamp === reading.timestamp) ? cached : [...cached, reading],
  );
}

/** Returns the received report, or the cached one if that is newer. */
export function newerHealth<Health extends Pick<FridgeHealth, "timestamp">>(
  received: Health,
  cached: Health | null | undefined,
): Health {
  return cached && Date.parse(cached.timestamp) > Date.parse(received.timestamp) ? cached : received;
}
