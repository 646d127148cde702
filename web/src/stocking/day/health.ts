/** What the fridges of a day's stops reported last, asked for in batches (spec of fleet operations, section 9). */
import { graphql } from "../../api/graphql";
import { fridgeHealthDocument, type FridgeHealthQuery } from "./operations.generated";
import { settleAll } from "./pages";

export type StopHealth = FridgeHealthQuery["fridgeHealth"]["fridgeData"][number];

/** Locations in a call. */
export const HEALTH_BATCH = 200;
/** Calls at once. */
const AT_ONCE = 6;

export interface HealthOfStops {
  readonly byId: ReadonlyMap<string, StopHealth>;
  /** Some could not be asked for. */
  readonly failed: boolean;
}

export async function readHealth(ids: readonly string[], signal?: AbortSignal): Promise<HealthOfStops> {
  const batches = Array.from({ length: Math.ceil(ids.length / HEALTH_BATCH) }, (_, batch) =>
    ids.slice(batch * HEALTH_BATCH, (batch + 1) * HEALTH_BATCH),
  );
  const read = await settleAll(batches, AT_ONCE, async (locationIds) => {
    const { fridgeHealth } = await graphql(fridgeHealthDocument, { filter: { locationIds } }, { signal });
    return fridgeHealth.fridgeData;
  });
  const all = read.flatMap((batch) => (batch.ok ? batch.result : []));
  return { byId: new Map(all.map((health) => [health.locationId, health])), failed: read.some(({ ok }) => !ok) };
}
