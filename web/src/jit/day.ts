/** Reads the stops of a day with their JIT status, and updates the status. */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  GetJitManagementDocument,
  jitLocationsDocument,
  locationRoutesDocument,
  updateJITLocationStatusDocument,
  type JitOfStockingFragment,
  type JitLocationsQuery,
  type JitStopFragment,
  type LocationRoutesQuery,
  type UpdateJitLocationStatusMutation,
} from "./operations.generated";

export type JitStop = JitStopFragment;
export type JitOfStocking = JitOfStockingFragment;
export type UpdateResult = UpdateJitLocationStatusMutation["updateJITLocationStatus"][number];

export interface JitDay {
  readonly stops: readonly JitStop[];
  /** By stocking id. */
  readonly jit: ReadonlyMap<string, JitOfStocking>;
}

/** How often the day is refreshed, in milliseconds. Other users update stops and drivers stock them. */
export const REFRESH_INTERVAL = 30_000;
/** Maximum number of decisions per call. */
const MAX_DECISIONS_PER_CALL = 500;

export function jitDayQuery(day: string) {
  return queryOptions({
    queryKey: ["jit", day],
    queryFn: ({ signal }) => readDay(day, signal),
    refetchInterval: REFRESH_INTERVAL,
    structuralSharing: false,
  });
}

/** Reads the first page of both lists in one call, then the remaining pages in sequence. */
async function readDay(day: string, signal: AbortSignal): Promise<JitDay> {
  const filter = { stockingDate: day };
  const input = { dropOffDate: day };
  const first = await graphql(GetJitManagementDocument, { filter, input }, { signal });
  const stops = [...first.locationRoutes.routes];
  let { nextToken } = first.locationRoutes;
  while (nextToken !== null) {
    const page: LocationRoutesQuery = await graphql(locationRoutesDocument, { filter, nextToken }, { signal });
    stops.push(...page.locationRoutes.routes);
    ({ nextToken } = page.locationRoutes);
  }
  const rows = [...first.jitLocations.items];
  ({ nextToken } = first.jitLocations);
  while (nextToken !== null) {
    const page: JitLocationsQuery = await graphql(jitLocationsDocument, { input, nextToken }, { signal });
    rows.push(...page.jitLocations.items);
    ({ nextToken } = page.jitLocations);
  }
  return { stops, jit: new Map(rows.map((row) => [row.stockingId, row])) };
}

/** Merges the results of an update into the day. */
export function withResults(day: JitDay, results: readonly UpdateResult[]): JitDay {
  const jit = new Map(day.jit);
  for (const { jitLocation } of results) if (jitLocation) jit.set(jitLocation.stockingId, jitLocation);
  return { ...day, jit };
}

export interface JitDecision {
  readonly stockingId: string;
  readonly jitIndicator: boolean;
  readonly reason?: string;
}

/**
 * Sends the decisions in batches. `onResults` receives the results of each batch. The user is not sent, because the server
 * takes it from the token.
 */
export async function updateJit(
  decisions: readonly JitDecision[],
  onResults: (results: readonly UpdateResult[]) => void,
): Promise<void> {
  for (let from = 0; from < decisions.length; from += MAX_DECISIONS_PER_CALL) {
    const input = decisions.slice(from, from + MAX_DECISIONS_PER_CALL);
    onResults((await graphql(updateJITLocationStatusDocument, { input })).updateJITLocationStatus);
  }
}
