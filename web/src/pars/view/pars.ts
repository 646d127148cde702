/** Reads the pars of a just-in-time location on a day (docs/requirements/planning.md, PAR-7). */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { fetchOpsLocations } from "../../locations/opsLocations";
import { ParsOfJitLocationsDocument, type ParsOfJitLocationsQuery } from "../operations.generated";
import { RARE_CHANGE_STALE_TIME } from "../../lib/staleTime";

/** Shown if nothing is found, and if the query fails. */
export const NOT_FOUND = "There was an issue finding pars at that date/location combination";
export interface ParLine {
  readonly key: string;
  readonly stocking: number;
  readonly item: string;
  readonly par: number;
  readonly overCapacity: number;
}

type JitStocking = ParsOfJitLocationsQuery["jitLocations"]["items"][number];

/** All location ids, sorted without regard to case. */
export const locationIdsQuery = queryOptions({
  queryKey: ["parsLocationIds"],
  queryFn: async ({ signal }) =>
    (await fetchOpsLocations(signal))
      .map(({ id }) => id)
      .sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
  staleTime: RARE_CHANGE_STALE_TIME,
});

export function parsQuery({ location, date }: { readonly location: string; readonly date: string }) {
  return queryOptions({
    queryKey: ["parsOfJitLocations", location, date],
    queryFn: async ({ signal }) => {
      const stockings: JitStocking[] = [];
      let nextToken: string | null = null;
      do {
        const variables: { input: { dropOffDate: string; location: string }; nextToken: string | null } = {
          input: { dropOffDate: date, location },
          nextToken,
        };
        const page: ParsOfJitLocationsQuery = await graphql(ParsOfJitLocationsDocument, variables, { signal });
        stockings.push(...page.jitLocations.items);
        nextToken = page.jitLocations.nextToken;
      } while (nextToken !== null);
      return rowsOf(stockings);
    },
  });
}

/** Sorted by stocking, then in the server's order of items. */
export function rowsOf(stockings: readonly JitStocking[]): readonly ParLine[] {
  return [...stockings]
    .sort((one, other) => one.stockingIndex - other.stockingIndex)
    .flatMap(({ stockingIndex, pars }) =>
      (pars ?? []).map(({ itemName, count, overCapacityAmount }) => ({
        key: `${stockingIndex}#${itemName}`,
        stocking: stockingIndex,
        item: itemName,
        par: count,
        overCapacity: overCapacityAmount,
      })),
    );
}
