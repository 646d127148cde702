/** The browser's cache of the locations list: one entry per status. */
import * as v from "valibot";
import type { LocationStatus } from "../../api/schema";
import { rowsOf, userCache } from "../../lib/userCache";
import type { Fleet } from "./fleet";
import type { LocationSummary } from "./locationIndex";
import { locationsDocument } from "./operations.generated";

/** Changes with the GraphQL document. Increment the number when Fleet changes. */
export const SCHEMA = `4 ${locationsDocument.text}`;

const ROWS = rowsOf<LocationSummary>();

const FLEET: v.GenericSchema<unknown, Fleet> = v.object({
  locations: ROWS,
  asOf: v.nullable(v.number()),
  quick: v.nullable(v.object({ at: v.number(), count: v.number() })),
  fullReload: v.nullable(v.object({ startedAt: v.number(), locations: ROWS, nextToken: v.nullable(v.string()) })),
});

export interface FleetCache {
  read(): Promise<Fleet | null>;
  write(fleet: Fleet): Promise<void>;
}

/** The cached list of one status for one user. */
export function fleetCache(user: string, status: LocationStatus): FleetCache {
  const cache = userCache({ key: `locations/${status}`, schema: SCHEMA, data: FLEET });
  return { read: () => cache.read(user), write: (fleet) => cache.write(user, fleet) };
}
