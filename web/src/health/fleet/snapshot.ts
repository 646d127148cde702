/**
 * The last complete load of the fleet's health in the browser's cache. The screen shows it with its age while the fleet
 * loads. The cache is cleared when the session ends.
 */
import * as v from "valibot";
import { readCache, writeCache } from "../../lib/storage";
import type { HealthSummary } from "../fridgeHealth";
import { fleetHealthDocument } from "../operations.generated";
import type { FleetHealth } from "./load";

const KEY = "fleetHealth";
/** Changes with the GraphQL document. Increment the number when the form of the snapshot changes. */
const SCHEMA = `1 ${fleetHealthDocument.text}`;

const snapshotOf = (user: string) =>
  v.object({
    schema: v.literal(SCHEMA),
    user: v.literal(user),
    asOf: v.number(),
    health: v.custom<ReadonlyMap<string, HealthSummary>>((value) => value instanceof Map),
  });

/** The stored health; null if there is none, or if it belongs to another user or an older release. */
export async function readSnapshot(user: string): Promise<FleetHealth | null> {
  const { success, output } = v.safeParse(snapshotOf(user), await readCache(KEY));
  return success ? { health: output.health, asOf: output.asOf, read: null } : null;
}

export async function writeSnapshot(user: string, { health, asOf }: FleetHealth): Promise<void> {
  await writeCache(KEY, { schema: SCHEMA, user, health, asOf });
}
