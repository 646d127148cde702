/**
 * The lists as this browser keeps them between visits: one entry per status. An entry names whose it is and of which
 * shape; one that is another person's or of another shape is never shown, and finding it empties the storage.
 */
import { forgetAll, recall, remember } from "../../api/localCache";
import type { LocationStatus } from "../../api/schema";
import type { Fleet } from "./fleet";
import { locationsDocument } from "./operations.generated";

/** Changes with what is asked of the server; the number is for changes of Fleet. */
export const SCHEMA = `1 ${locationsDocument.text}`;

interface Entry {
  readonly schema: string;
  /** The signed-in person's sub. */
  readonly user: string;
  readonly fleet: Fleet;
}

export interface FleetCache {
  read(): Promise<Fleet | null>;
  write(fleet: Fleet): Promise<void>;
}

/** The cache of the list of one status, for one person. */
export function fleetCache(user: string, status: LocationStatus): FleetCache {
  const key = `locations/${status}`;
  return {
    read: async () => {
      const entry = (await recall(key)) as Partial<Entry> | null | undefined;
      if (entry === undefined) return null;
      if (entry?.user === user && entry.schema === SCHEMA && entry.fleet) return entry.fleet;
      await forgetAll();
      return null;
    },
    write: (fleet) => remember(key, { schema: SCHEMA, user, fleet } satisfies Entry),
  };
}
