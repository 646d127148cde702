/** A day's stops with their JIT, and deciding about it. */
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
  /** By the stocking's name. */
  readonly jit: ReadonlyMap<string, JitOfStocking>;
}

/** Between two looks: colleagues decide, drivers stock. */
export const LOOK = 30_000;
/** Decisions that one call takes. */
const MOST = 500;

export function jitDayQuery(day: string) {
  return queryOptions({
    queryKey: ["jit", day],
    queryFn: ({ signal }) => readDay(day, signal),
    refetchInterval: LOOK,
    structuralSharing: false,
  });
}

/** Both lists in one call; where they have more pages, those one after another. */
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

/** The same with what the server says of some of them now. */
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
 * Decides about stockings, so many at a time; `onResults` gets each part as it comes. Who decides is not sent: the
 * server knows.
 */
export async function updateJit(
  decisions: readonly JitDecision[],
  onResults: (results: readonly UpdateResult[]) => void,
): Promise<void> {
  for (let from = 0; from < decisions.length; from += MOST) {
    const input = decisions.slice(from, from + MOST);
    onResults((await graphql(updateJITLocationStatusDocument, { input })).updateJITLocationStatus);
  }
}
