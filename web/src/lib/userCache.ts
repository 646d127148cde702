/** An entry of the browser's cache that belongs to one user and one form of its data. */
import * as v from "valibot";
import { clearCache, readCache, removeFromCache, writeCache } from "./storage";

interface Options<Data> {
  readonly key: string;
  /** Changes with the form of the data, for example with its GraphQL document. */
  readonly schema: string;
  /** Checks the outer form of the data. Rows are not checked: they are as the app of this schema wrote them. */
  readonly data: v.GenericSchema<unknown, Data>;
}

export interface UserCache<Data> {
  /**
   * Returns the stored data. An entry of another schema is removed. An entry that is not the user's clears the whole cache.
   */
  readonly read: (user: string) => Promise<Data | null>;
  readonly write: (user: string, data: Data) => Promise<void>;
}

export function userCache<Data>({ key, schema, data }: Options<Data>): UserCache<Data> {
  const ENTRY = v.object({ schema: v.literal(schema), data });
  const ownedBy = (user: string) => v.object({ user: v.literal(user) });
  return {
    read: async (user) => {
      const entry = await readCache(key);
      if (entry === undefined) return null;
      if (!v.is(ownedBy(user), entry)) {
        await clearCache();
        return null;
      }
      const { success, output } = v.safeParse(ENTRY, entry);
      if (success) return output.data;
      await removeFromCache(key);
      return null;
    },
    write: (user, data) => writeCache(key, { schema, user, data }),
  };
}

/** A list whose rows are not checked. */
export const rowsOf = <Row>() => v.custom<readonly Row[]>((value) => Array.isArray(value));
