/** Reads the latest health of the fridges at a day's stops. */
import { graphql } from "../../api/graphql";
import { fridgeHealthDocument, type FridgeHealthQuery } from "./operations.generated";
import { mapSettled } from "../../api/mapSettled";

export type StopHealth = FridgeHealthQuery["fridgeHealth"]["fridgeData"][number];

/** Locations per call (HLT-2). */
export const HEALTH_BATCH_SIZE = 200;
/** Concurrent calls. */
const CONCURRENCY = 6;

export interface HealthOfStops {
  readonly byId: ReadonlyMap<string, StopHealth>;
  /** Whether any batch failed. */
  readonly failed: boolean;
}

export async function readHealth(ids: readonly string[], signal?: AbortSignal): Promise<HealthOfStops> {
  const batches = Array.from({ length: Math.ceil(ids.length / HEALTH_BATCH_SIZE) }, (_, batch) =>
    ids.slice(batch * HEALTH_BATCH_SIZE, (batch + 1) * HEALTH_BATCH_SIZE),
  );
  const results = await mapSettled(batches, CONCURRENCY, async (locationIds) => {
    const { fridgeHealth } = await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal });
    return fridgeHealth.fridgeData;
  });
  const reports = results.flatMap((result) => (result.ok ? result.value : []));
  return { byId: new Map(reports.map((health) => [health.locationId, health])), failed: results.some(({ ok }) => !ok) };
}
