/**
 * The browser's cache of the locations list: one entry per status. An entry of another user or schema is never shown;
 * reading one clears the cache.
 */
import { clearCache, readCache, writeCache } from "../../lib/storage";
import type { LocationStatus } from "../../api/schema";
import type { Fleet } from "./fleet";
import { locationsDocument } from "./operations.generated";

/** Changes with the GraphQL document. Increment the number when Fleet changes. */
export const SCHEMA = `3 ${locationsDocument.text}`;

interface Entry {
  readonly schema: string;
  /** The `sub` of the signed-in user. */
  readonly user: string;
  readonly fleet: Fleet;
}

export interface FleetCache {
  read(): Promise<Fleet | null>;
  write(fleet: Fleet): Promise<void>;
}

/** The cached list of one status for one user. */
export function fleetCache(user: string, status: LocationStatus): FleetCache {
  const key = `locations/${status}`;
  return {
    read: async () => {
      const entry = (await readCache(key)) as Partial<Entry> | null | undefined;
      if (entry === undefined) return null;
      if (entry?.user === user && entry.schema === SCHEMA && entry.fleet) return entry.fleet;
      await clearCache();
      return null;
    },
    write: (fleet) => writeCache(key, { schema: SCHEMA, user, fleet } satisfies Entry),
  };
}
