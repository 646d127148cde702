/** The queries for the health of all fridges and for the full reports of the fridges in view. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { updateCached } from "../../api/mergeIntoCache";
import { newerHealth, readFridgeHealth, type FridgeHealth } from "../fridgeHealth";
import { fleetHealthDocument } from "../operations.generated";
import { EMPTY_FLEET_HEALTH, loadFleetHealth, mergeReports, type FleetHealth } from "./load";
import { readSnapshot, writeSnapshot } from "./snapshot";

/** Polling interval without a live connection, in milliseconds. */
export const FLEET_POLL_INTERVAL = 60_000;
/** Polling interval with a live connection. Still needed, because small temperature changes are not published. */
export const FLEET_POLL_INTERVAL_LIVE = 5 * 60_000;
/** Fridges per call that reads full reports (HLT-2). */
export const BATCH_SIZE = 10;
/** Fridges per call of an export. */
const EXPORT_BATCH_SIZE = 200;
const REPORTS = "fridgeReports";

export function fleetHealthQuery(user: string) {
  const queryKey = ["fleetHealth", user] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<FleetHealth> => {
      const inMemory = () => client.getQueryData<FleetHealth>(queryKey);
      const publish = (fleet: FleetHealth) => client.setQueryData<FleetHealth>(queryKey, fleet);
      const snapshot = inMemory() ? null : await readSnapshot(user);
      if (snapshot && !inMemory()) publish(snapshot);
      const loaded = await loadFleetHealth({
        cached: () => inMemory() ?? EMPTY_FLEET_HEALTH,
        readPage: async (nextToken) => (await graphql(fleetHealthDocument, { nextToken }, { signal })).fleetHealth,
        publish,
        now: Date.now,
      });
      // Not awaited: a slow disk must not delay the list.
      void writeSnapshot(user, loaded);
      return loaded;
    },
    staleTime: FLEET_POLL_INTERVAL / 2,
    refetchOnWindowFocus: false,
    // Comparing 2,500 fridges with the previous ones would take longer than rendering the visible ones.
    structuralSharing: false,
  });
}

export type Reports = ReadonlyMap<string, FridgeHealth>;

function toReports(reports: readonly FridgeHealth[]): Reports {
  return new Map(reports.map((report) => [report.locationId, report]));
}

/** The full reports of at most `BATCH_SIZE` fridges, by id. */
export function fridgeReportsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [REPORTS, ...ids],
    queryFn: async ({ signal }): Promise<Reports> => toReports(await readFridgeHealth(ids, signal)),
    staleTime: FLEET_POLL_INTERVAL,
    structuralSharing: false,
  });
}

/** Adds new reports to the cached fleet and to the cached full reports. */
export function cacheReports(client: QueryClient, user: string, reports: readonly FridgeHealth[]): void {
  const { queryKey } = fleetHealthQuery(user);
  updateCached<FleetHealth>(client, queryKey, (cached) => mergeReports(cached, reports));
  const received = toReports(reports);
  for (const query of client.getQueryCache().findAll({ queryKey: [REPORTS] })) {
    updateCached<Reports>(client, query.queryKey, (cached) =>
      [...cached.keys()].some((id) => received.has(id))
        ? new Map([...cached].map(([id, report]) => [id, newerHealth(received.get(id) ?? report, report)]))
        : cached,
    );
  }
}

/** Splits ids into the batches that calls read. */
export function batchesOf(ids: readonly string[], size = BATCH_SIZE): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

/** Reads the full reports of many fridges, for an export. */
export async function readReports(ids: readonly string[]): Promise<Reports> {
  const reports: FridgeHealth[] = [];
  for (const batch of batchesOf(ids, EXPORT_BATCH_SIZE)) reports.push(...(await readFridgeHealth(batch)));
  return toReports(reports);
}
