/**
 * What other areas know of each location: its type, account tier, fulfillment center and the day it came online. It
 * changes rarely and is large, so the browser keeps it for the calendar day (spec of fleet operations, section 9).
 */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { forgetAll, recall, remember } from "../../api/localCache";
import { businessDay } from "../../ui/day";
import { opsLocationsDocument, type OpsLocationsQuery } from "./operations.generated";
import { allPages } from "./pages";

export type OpsLocation = OpsLocationsQuery["opsLocations"]["locations"][number];

export type OpsLocations = ReadonlyMap<string, OpsLocation>;

const KEY = "stocking/opsLocations";
/** Changes with what is asked of the server. */
const SCHEMA = `1 ${opsLocationsDocument.text}`;

interface Entry {
  readonly schema: string;
  /** The signed-in person's sub. */
  readonly user: string;
  readonly day: string;
  readonly locations: readonly OpsLocation[];
}

export function opsLocationsQuery(user: string, day: string = businessDay()) {
  return queryOptions({
    queryKey: ["stocking", "opsLocations", user, day],
    queryFn: async ({ signal }): Promise<OpsLocations> => {
      const locations = (await kept(user, day)) ?? (await read(signal));
      void remember(KEY, { schema: SCHEMA, user, day, locations } satisfies Entry);
      return new Map(locations.map((location) => [location.id, location]));
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
}

async function read(signal: AbortSignal): Promise<readonly OpsLocation[]> {
  return allPages(async (nextToken) => {
    const { opsLocations } = await graphql(opsLocationsDocument, { nextToken }, { signal });
    return { items: opsLocations.locations, nextToken: opsLocations.nextToken };
  });
}

/** What was kept today, of this person and of this shape. */
async function kept(user: string, day: string): Promise<readonly OpsLocation[] | null> {
  const entry = (await recall(KEY)) as Partial<Entry> | null | undefined;
  if (!entry) return null;
  if (entry.user !== user) {
    await forgetAll();
    return null;
  }
  return entry.schema === SCHEMA && entry.day === day && entry.locations ? entry.locations : null;
}
