/**
 * Reads type, account tier, fulfillment center and online date of all locations. The list is large and changes rarely, so
 * the browser caches it for the calendar day.
 */
import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { graphql } from "../../api/graphql";
import { businessDay } from "../../lib/day";
import { rowsOf, userCache } from "../../lib/userCache";
import { opsLocationsDocument, type OpsLocationsQuery } from "./operations.generated";
import { readAllPages } from "./pages";

export type OpsLocation = OpsLocationsQuery["opsLocations"]["locations"][number];

export type OpsLocations = ReadonlyMap<string, OpsLocation>;

const cache = userCache({
  key: "stocking/opsLocations",
  /** Changes with the GraphQL document. */
  schema: `2 ${opsLocationsDocument.text}`,
  data: v.object({ day: v.string(), locations: rowsOf<OpsLocation>() }),
});

export function opsLocationsQuery(user: string, day: string = businessDay()) {
  return queryOptions({
    queryKey: ["stocking", "opsLocations", user, day],
    queryFn: async ({ signal }): Promise<OpsLocations> => {
      const cached = await cache.read(user);
      const locations = cached?.day === day ? cached.locations : await readAll(signal);
      void cache.write(user, { day, locations });
      return new Map(locations.map((location) => [location.id, location]));
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
}

async function readAll(signal: AbortSignal): Promise<readonly OpsLocation[]> {
  return readAllPages(async (nextToken) => {
    const { opsLocations } = await graphql(opsLocationsDocument, { nextToken }, { signal });
    return { items: opsLocations.locations, nextToken: opsLocations.nextToken };
  });
}
