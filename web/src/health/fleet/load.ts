/** Loads the health of the whole fleet in concurrent batches and publishes partial results. */
import { newerHealth, type FridgeHealth } from "../fridgeHealth";

/** Fridges per call (HLT-2). */
export const BATCH_SIZE = 10;
/** Concurrent calls. */
export const CONCURRENCY = 8;
/** Minimum time between partial results, in milliseconds. Each one causes a render. */
const PUBLISH_INTERVAL = 250;

export interface FleetHealth {
  /** By fridge id. Omits fridges that never reported. */
  readonly health: ReadonlyMap<string, FridgeHealth>;
  /** When the last complete load started; null before the first one. */
  readonly asOf: number | null;
  /** Fridges read by the current load; null if none is running. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Fridges whose read failed. Their health is from an earlier load. */
  readonly failed: readonly string[];
}

export const EMPTY_FLEET_HEALTH: FleetHealth = { health: new Map(), asOf: null, progress: null, failed: [] };

interface LoadOptions {
  readonly ids: readonly string[];
  /** The current cache, which live events can update during the load. */
  readonly cached: () => FleetHealth;
  readonly read: (ids: readonly string[]) => Promise<readonly FridgeHealth[]>;
  /** Publishes a partial result. */
  readonly publish: (fleet: FleetHealth) => void;
  readonly now: () => number;
}

/**
 * Reads the health of the given fridges. A failed batch keeps the cached health of its fridges. If the first batches all
 * fail, the load stops and throws the error instead of sending 250 requests to a server that does not respond.
 */
export async function loadFleetHealth({ ids, cached, read, publish, now }: LoadOptions): Promise<FleetHealth> {
  const previous = cached();
  const startedAt = now();
  const health = new Map(ids.flatMap((id) => entryIfDefined(id, previous.health.get(id))));
  const failed: string[] = [];
  const batches = batchesOf(ids).values();
  const progress = { done: 0, of: ids.length };
  let publishedAt = startedAt;

  const readNext = async (batch: readonly string[]) => {
    try {
      const reports = await read(batch);
      for (const id of batch) health.delete(id);
      for (const report of reports) health.set(report.locationId, report);
    } catch (error) {
      failed.push(...batch);
      const allFailed =
        failed.length >= Math.min(CONCURRENCY * BATCH_SIZE, ids.length) && failed.length > progress.done;
      if (allFailed) throw error;
    }
    progress.done += batch.length;
    if (now() - publishedAt < PUBLISH_INTERVAL) return;
    publishedAt = now();
    publish({ ...previous, health: mergeNewest(health, cached()), progress: { ...progress } });
  };
  const worker = async () => {
    for (const batch of batches) await readNext(batch);
  };
  publish({ ...previous, health, progress: { ...progress } });
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  } catch (error) {
    publish({ ...cached(), progress: null });
    throw error;
  }
  return { health: mergeNewest(health, cached()), asOf: startedAt, progress: null, failed };
}

/** Returns the reports that were read, replaced by cached ones that are newer. */
function mergeNewest(read: ReadonlyMap<string, FridgeHealth>, { health: cached }: FleetHealth) {
  return new Map([...read].map(([id, health]) => [id, newerHealth(health, cached.get(id))]));
}

/** Returns a predicate for fridges with a known state: they have health, or a load confirmed that they have none. */
export function isLoaded({ health, asOf, failed }: FleetHealth): (id: string) => boolean {
  const unread = new Set(failed);
  return (id) => health.has(id) || (asOf !== null && !unread.has(id));
}

/** Merges reports into the fleet. Ignores reports that are not newer than the cached ones, and unlisted fridges. */
export function mergeReports(fleet: FleetHealth, reports: readonly FridgeHealth[]): FleetHealth {
  const newer = reports.filter(({ locationId, timestamp }) => {
    const cached = fleet.health.get(locationId);
    return cached !== undefined && Date.parse(timestamp) > Date.parse(cached.timestamp);
  });
  if (newer.length === 0) return fleet;
  const health = new Map(fleet.health);
  for (const report of newer) health.set(report.locationId, report);
  return { ...fleet, health };
}

function entryIfDefined<Value>(id: string, value: Value | undefined): (readonly [string, Value])[] {
  return value === undefined ? [] : [[id, value]];
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) =>
    ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}
