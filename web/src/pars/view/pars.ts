/** The pars of a just-in-time location on a day (spec of planning and reporting, sections 2, 7 and 8). */
import { queryOptions } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import { readOpsLocations } from "../../locations/opsLocations";
import type { ListColumn } from "../../ui/listTable";
import { ParsOfJitLocationsDocument, type ParsOfJitLocationsQuery } from "../operations.generated";

/** Said where nothing is found, and where it could not be asked for. */
export const NOT_FOUND = "There was an issue finding pars at that date/location combination";
/** Locations are added now and then. */
const FRESH = 5 * 60_000;

export interface ParLine {
  readonly key: string;
  readonly stocking: number;
  readonly item: string;
  readonly par: number;
  readonly overCapacity: number;
}

type JitStocking = ParsOfJitLocationsQuery["jitLocations"]["items"][number];

/** All ids, sorted whatever their capitals. */
export const locationIdsQuery = queryOptions({
  queryKey: ["parsLocationIds"],
  queryFn: async ({ signal }) =>
    (await readOpsLocations(signal))
      .map(({ id }) => id)
      .sort((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
  staleTime: FRESH,
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

/** By stocking, then by item. */
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

const COLUMNS: readonly ListColumn<ParLine>[] = [
  { id: "item", header: "Item", value: ({ item }) => item },
  { id: "par", header: "Par", value: ({ par }) => par },
  { id: "overCapacity", header: "Over Capacity Amount", value: ({ overCapacity }) => overCapacity },
];
const STOCKING: ListColumn<ParLine> = { id: "stocking", header: "Stocking", value: ({ stocking }) => stocking };

/** Which stocking it is, is told where the location has more than one on the day. */
export function columnsOf(rows: readonly ParLine[]): readonly ListColumn<ParLine>[] {
  return new Set(rows.map(({ stocking }) => stocking)).size > 1 ? [STOCKING, ...COLUMNS] : COLUMNS;
}
