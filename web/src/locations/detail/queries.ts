/** The history of a location, and the requests of the detail page. */
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

/** The history, newest first, in pages. */
export function historyQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["locationHistory", id],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(locationHistoryDocument, { id, nextToken: pageParam }, { signal })).locationHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
  });
}

/** Requests a new device address from the card-reader service. */
export async function generateDeviceAddress(locationId: string): Promise<string> {
  const { generateAprivaDeviceAddress } = await graphql(generateAprivaDeviceAddressDocument, { input: { locationId } });
  return generateAprivaDeviceAddress;
}

/** Updates a location if `version` is current. A conflict error contains the current location. */
export async function updateLocation(id: string, version: number, edit: LocationEdit): Promise<void> {
  await rest("PATCH /locations/{id}", { path: { id }, body: { version, ...edit } });
}

/** Reloads a location and its history. The list reloads the next time it is shown. */
export async function reloadLocation(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["location", id] }),
    client.invalidateQueries({ queryKey: ["locationHistory", id] }),
    client.invalidateQueries({ queryKey: ["locations"], refetchType: "none" }),
  ]);
}
