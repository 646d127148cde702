/** A location's history, and what the detail writes. */
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { rest } from "../../api/rest";
import type { LocationEdit } from "../rules/edit";
import {
  generateAprivaDeviceAddressDocument,
  locationHistoryDocument,
  type LocationHistoryQuery,
} from "./operations.generated";

export type HistoryEntry = LocationHistoryQuery["locationHistory"]["items"][number];

/** Who changed what, newest first, a page at a time. */
export function historyQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["locationHistory", id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(locationHistoryDocument, { id, nextToken: pageParam }, { signal })).locationHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** Has the card readers' service make an address for the location's reader. */
export async function generateDeviceAddress(locationId: string): Promise<string> {
  const { generateAprivaDeviceAddress } = await graphql(generateAprivaDeviceAddressDocument, { input: { locationId } });
  return generateAprivaDeviceAddress;
}

/** Changes a location that still is as the person saw it; a conflict brings what it is now. */
export function updateLocation(id: string, version: number, edit: LocationEdit): Promise<unknown> {
  return rest("PATCH", `/locations/${encodeURIComponent(id)}`, { version, ...edit });
}

/** Reads a location and its history again; its line in the list when that is next looked at. */
export async function reloadLocation(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["location", id] }),
    client.invalidateQueries({ queryKey: ["locationHistory", id] }),
    client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" }),
  ]);
}
