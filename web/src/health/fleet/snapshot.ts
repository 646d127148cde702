/**
 * The last complete load of the fleet's health in the browser's cache. The screen shows it with its age while the fleet
 * loads. The cache is cleared when the session ends.
 */
import * as v from "valibot";
import { userCache } from "../../lib/userCache";
import type { HealthSummary } from "../fridgeHealth";
import { fleetHealthDocument } from "../operations.generated";
import type { FleetHealth } from "./load";

const cache = userCache({
  key: "fleetHealth",
  /** Changes with the GraphQL document. Increment the number when the form of the snapshot changes. */
  schema: `2 ${fleetHealthDocument.text}`,
  data: v.object({
    asOf: v.number(),
    health: v.custom<ReadonlyMap<string, HealthSummary>>((value) => value instanceof Map),
  }),
});

/** The stored health; null if there is none, or if it belongs to another user or an older release. */
export async function readSnapshot(user: string): Promise<FleetHealth | null> {
  const snapshot = await cache.read(user);
  return snapshot && { ...snapshot, read: null };
}

/** Stores a complete load. */
export async function writeSnapshot(user: string, { health, asOf }: FleetHealth): Promise<void> {
  if (asOf !== null) await cache.write(user, { health, asOf });
}
