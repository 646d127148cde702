/** Reads the connections of fridges to the message broker. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  disconnectedFridgesDocument,
  fridgeConnectionDocument,
  fridgeConnectionHistoryDocument,
  type ConnectionFieldsFragment,
  type DisconnectedFridgesQuery,
  type FridgeConnectionHistoryQuery,
} from "./operations.generated";

export type FridgeConnection = ConnectionFieldsFragment;
export type Certificate = FridgeConnection["certificates"][number];
export type ConnectionChange = FridgeConnectionHistoryQuery["fridgeConnectionHistory"]["items"][number];

/** The times at which fridges disconnected, by the id of the fridge, in milliseconds since the epoch. */
export type DisconnectionTimes = ReadonlyMap<string, number>;

/** Polling interval without a live connection, in milliseconds. */
export const CONNECTION_POLL_INTERVAL = 15_000;

/** Reads the connection of a fridge; null if the location is not a fridge. */
export function connectionQuery(id: string) {
  return queryOptions({
    queryKey: ["fridgeConnection", id] as const,
    queryFn: async ({ signal }): Promise<FridgeConnection | null> =>
      (await graphql(fridgeConnectionDocument, { id }, { signal })).fridgeConnection,
    staleTime: 0,
  });
}

/** Reads all pages of the disconnected fridges, because the screen counts and filters them. */
export const disconnectedFridgesQuery = queryOptions({
  queryKey: ["disconnectedFridges"] as const,
  queryFn: async ({ signal }): Promise<DisconnectionTimes> => {
    const times = new Map<string, number>();
    let nextToken: string | null = null;
    do {
      const response: DisconnectedFridgesQuery = await graphql(disconnectedFridgesDocument, { nextToken }, { signal });
      const page: DisconnectedFridgesQuery["disconnectedFridges"] = response.disconnectedFridges;
      for (const { locationId, since } of page.items) times.set(locationId, Date.parse(since));
      nextToken = page.nextToken;
    } while (nextToken !== null);
    return times;
  },
  // A Map has no structure that could be shared.
  structuralSharing: false,
});

/** Reads the changes of a fridge's certificates a page at a time, newest first. */
export function connectionHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["fridgeConnectionHistory", id] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(fridgeConnectionHistoryDocument, { id, nextToken: pageParam }, { signal }))
        .fridgeConnectionHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** Reads a fridge's connection and the history of its certificates again. A failed read rejects the promise. */
export async function reloadConnection(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: connectionQuery(id).queryKey }, { throwOnError: true }),
    client.invalidateQueries({ queryKey: connectionHistoryQuery(id).queryKey }, { throwOnError: true }),
  ]);
}
