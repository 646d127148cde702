/**
 * What is loaded before a file can be chosen (spec of planning and reporting, sections 2 and 9): 16 steps, one for the
 * locations and one for the fridge orders of each day from today to 14 days later.
 */
import { graphql } from "../../api/graphql";
import { addDays } from "../../ui/day";
import {
  ParOpsLocationsDocument,
  ordersByDayDocument,
  type OrdersByDayQuery,
  type OrdersByDayQueryVariables,
  type ParOpsLocationsQuery,
} from "../operations.generated";
import type { KnownTags, ParLocation } from "./parRules";

export const DAYS = 15;
export const STEPS = 1 + DAYS;
/** Orders of one page. */
const COUNT = 1000;
/** Steps that are under way at once. */
const AT_ONCE = 6;

async function readLocations(signal: AbortSignal): Promise<Map<string, ParLocation>> {
  const locations = new Map<string, ParLocation>();
  let nextToken: string | null = null;
  do {
    const page: ParOpsLocationsQuery = await graphql(ParOpsLocationsDocument, { nextToken }, { signal });
    for (const { id, ...location } of page.opsLocations.locations) locations.set(id, location);
    nextToken = page.opsLocations.nextToken;
  } while (nextToken !== null);
  return locations;
}

/** The stockings that have an order on that day; a day is both its first and its last. */
async function readOrdered(day: string, signal: AbortSignal): Promise<readonly string[]> {
  const ordered: string[] = [];
  let nextToken: string | null = null;
  do {
    const variables: OrdersByDayQueryVariables = { productionDate: day, deliveryDate: day, count: COUNT, nextToken };
    const { ordersByDay }: OrdersByDayQuery = await graphql(ordersByDayDocument, variables, { signal });
    for (const { dropOffDate, locationId, stockingIndex } of ordersByDay.items) {
      ordered.push(`${dropOffDate}#${locationId}#${stockingIndex}`);
    }
    nextToken = ordersByDay.nextToken;
  } while (nextToken !== null);
  return ordered;
}

/** @param onStep called after each of the 16 steps */
export async function loadKnownTags(today: string, onStep: () => void, signal: AbortSignal): Promise<KnownTags> {
  let locations: ReadonlyMap<string, ParLocation> = new Map();
  const ordered = new Set<string>();
  const steps = [
    async () => void (locations = await readLocations(signal)),
    ...Array.from({ length: DAYS }, (_, days) => async () => {
      for (const stocking of await readOrdered(addDays(today, days), signal)) ordered.add(stocking);
    }),
  ];
  const work = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) {
      await step();
      signal.throwIfAborted();
      onStep();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { locations, ordered };
}
