/** Loads the health of the whole fleet in pages and publishes partial results. */
import { newerHealth, type FridgeHealth, type HealthSummary } from "../fridgeHealth";

export interface FleetHealth {
  /** By fridge id. Omits fridges that never reported. */
  readonly health: ReadonlyMap<string, HealthSummary>;
  /** When the last complete load started; null before the first one. */
  readonly asOf: number | null;
  /** The number of fridges that the current load has read; null if none is running. */
  readonly read: number | null;
}

export const EMPTY_FLEET_HEALTH: FleetHealth = { health: new Map(), asOf: null, read: null };

interface Page {
  readonly items: readonly HealthSummary[];
  readonly nextToken: string | null;
}

interface LoadOptions {
  /** The current cache, which live events can update during the load. */
  readonly cached: () => FleetHealth;
  readonly readPage: (nextToken: string | null) => Promise<Page>;
  /** Publishes a partial result. */
  readonly publish: (fleet: FleetHealth) => void;
  readonly now: () => number;
}

/** Reads all pages. Until the last one, fridges of other pages keep their cached health. A failed page ends the load. */
export async function loadFleetHealth({ cached, readPage, publish, now }: LoadOptions): Promise<FleetHealth> {
  const startedAt = now();
  const read = new Map<string, HealthSummary>();
  try {
    let nextToken: string | null = null;
    do {
      const page: Page = await readPage(nextToken);
      for (const summary of page.items) read.set(summary.locationId, summary);
      nextToken = page.nextToken;
      if (nextToken !== null) {
        const health = new Map([...cached().health, ...mergeNewest(read, cached())]);
        publish({ ...cached(), health, read: read.size });
      }
    } while (nextToken !== null);
  } catch (error) {
    publish({ ...cached(), read: null });
    throw error;
  }
  return { health: mergeNewest(read, cached()), asOf: startedAt, read: null };
}

/** Returns the summaries that were read, replaced by cached ones that are newer. */
function mergeNewest(read: ReadonlyMap<string, HealthSummary>, { health: cached }: FleetHealth) {
  return new Map([...read].map(([id, health]) => [id, newerHealth(health, cached.get(id))]));
}

/** Returns a predicate for fridges with a known state: they have health, or a complete load found none. */
export function isLoaded({ health, asOf }: FleetHealth): (id: string) => boolean {
  return (id) => asOf !== null || health.has(id);
}

/** Merges reports into the fleet. Ignores reports that are not newer than the cached ones. */
export function mergeReports(fleet: FleetHealth, reports: readonly FridgeHealth[]): FleetHealth {
  const newer = reports.filter(({ locationId, timestamp }) => {
    const cached = fleet.health.get(locationId);
    return cached === undefined || Date.parse(timestamp) > Date.parse(cached.timestamp);
  });
  if (newer.length === 0) return fleet;
  const health = new Map(fleet.health);
  for (const report of newer) health.set(report.locationId, report);
  return { ...fleet, health };
}
