/**
 * Loads the locations and orders that a pars file is checked against, in 16 steps: one for the locations and one for the
 * fridge orders of each day from today to 14 days later (docs/requirements/planning.md, PAR-1).
 */
import { graphql } from "../../api/graphql";
import { addDays } from "../../lib/day";
import {
  ParOpsLocationsDocument,
  ordersByDayDocument,
  type OrdersByDayQuery,
  type OrdersByDayQueryVariables,
  type ParOpsLocationsQuery,
} from "../operations.generated";
import type { ParLocation, ReferenceData } from "./parRules";

export const DAYS = 15;
export const STEPS = 1 + DAYS;
/** Orders per page. */
const PAGE_SIZE = 1000;
/** Maximum number of steps in flight. */
const CONCURRENCY = 6;

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

/** Reads the stockings that have an order on the day. */
async function readOrderedStockings(day: string, signal: AbortSignal): Promise<readonly string[]> {
  const ordered: string[] = [];
  let nextToken: string | null = null;
  do {
    const variables: OrdersByDayQueryVariables = {
      productionDate: day,
      deliveryDate: day,
      count: PAGE_SIZE,
      nextToken,
    };
    const { ordersByDay }: OrdersByDayQuery = await graphql(ordersByDayDocument, variables, { signal });
    for (const { dropOffDate, locationId, stockingIndex } of ordersByDay.items) {
      ordered.push(`${dropOffDate}#${locationId}#${stockingIndex}`);
    }
    nextToken = ordersByDay.nextToken;
  } while (nextToken !== null);
  return ordered;
}

/** @param onStep called after each of the 16 steps */
export async function loadReferenceData(
  today: string,
  onStep: () => void,
  signal: AbortSignal,
): Promise<ReferenceData> {
  let locations: ReadonlyMap<string, ParLocation> = new Map();
  const ordered = new Set<string>();
  const steps = [
    async () => void (locations = await readLocations(signal)),
    ...Array.from({ length: DAYS }, (_, days) => async () => {
      for (const stocking of await readOrderedStockings(addDays(today, days), signal)) ordered.add(stocking);
    }),
  ];
  const runSteps = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) {
      await step();
      signal.throwIfAborted();
      onStep();
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, runSteps));
  } finally {
    // After a failure, the steps in flight are the last ones.
    steps.length = 0;
  }
  return { locations, ordered };
}
