/** The health of the whole fleet, ten fridges a call, some calls at once. What has come is shown while the rest comes. */
import { newerHealth, type FridgeHealth } from "../fridgeHealth";

/** Fridges a call (spec of fleet operations, section 9). */
export const BATCH = 10;
/** Calls under way at once. */
export const AT_ONCE = 8;
/** How often what has come is shown: each time costs a drawing. */
const SHOW_EACH = 250;

export interface FleetHealth {
  /** By fridge; one that never reported is not among them. */
  readonly health: ReadonlyMap<string, FridgeHealth>;
  /** When all were last asked for; nothing before that was ever done. */
  readonly asOf: number | null;
  /** A reading that has begun. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Fridges that could not be asked for: what is known of them is older. */
  readonly failed: readonly string[];
}

export const NO_HEALTH: FleetHealth = { health: new Map(), asOf: null, progress: null, failed: [] };

interface Loading {
  readonly ids: readonly string[];
  /** What is known by now: meanwhile some may have been told newer. */
  readonly known: () => FleetHealth;
  readonly read: (ids: readonly string[]) => Promise<readonly FridgeHealth[]>;
  /** Shows what there is so far. */
  readonly publish: (fleet: FleetHealth) => void;
  readonly now: () => number;
}

/**
 * Reads the health of those fridges. Calls that failed leave what was known of theirs. Where none has succeeded that
 * failure is thrown, and early: a server that does not answer is not asked 250 times.
 */
export async function loadFleetHealth({ ids, known, read, publish, now }: Loading): Promise<FleetHealth> {
  const before = known();
  const startedAt = now();
  const health = new Map(ids.flatMap((id) => pairOf(id, before.health.get(id))));
  const failed: string[] = [];
  const batches = batchesOf(ids).values();
  const progress = { done: 0, of: ids.length };
  let shownAt = startedAt;

  const readNext = async (batch: readonly string[]) => {
    try {
      const answered = await read(batch);
      for (const id of batch) health.delete(id);
      for (const one of answered) health.set(one.locationId, one);
    } catch (error) {
      failed.push(...batch);
      const hopeless = failed.length >= Math.min(AT_ONCE * BATCH, ids.length) && failed.length > progress.done;
      if (hopeless) throw error;
    }
    progress.done += batch.length;
    if (now() - shownAt < SHOW_EACH) return;
    shownAt = now();
    publish({ ...before, health: newest(health, known()), progress: { ...progress } });
  };
  const work = async () => {
    for (const batch of batches) await readNext(batch);
  };
  publish({ ...before, health, progress: { ...progress } });
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    publish({ ...known(), progress: null });
    throw error;
  }
  return { health: newest(health, known()), asOf: startedAt, progress: null, failed };
}

/** What was read, but for what has been told since. */
function newest(read: ReadonlyMap<string, FridgeHealth>, { health: known }: FleetHealth) {
  return new Map([...read].map(([id, health]) => [id, newerHealth(health, known.get(id))]));
}

/** Whether it is known what there is of a fridge, and be it nothing: not before it was asked for. */
export function isAsked({ health, asOf, failed }: FleetHealth): (id: string) => boolean {
  const unanswered = new Set(failed);
  return (id) => health.has(id) || (asOf !== null && !unanswered.has(id));
}

/** The fleet with what was read of some fridges. A report that is older than the known one changes nothing. */
export function withReports(fleet: FleetHealth, reports: readonly FridgeHealth[]): FleetHealth {
  const newest = reports.filter(({ locationId, timestamp }) => {
    const known = fleet.health.get(locationId);
    return known !== undefined && Date.parse(timestamp) > Date.parse(known.timestamp);
  });
  if (newest.length === 0) return fleet;
  const health = new Map(fleet.health);
  for (const report of newest) health.set(report.locationId, report);
  return { ...fleet, health };
}

function pairOf<Value>(id: string, value: Value | undefined): (readonly [string, Value])[] {
  return value === undefined ? [] : [[id, value]];
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
}
