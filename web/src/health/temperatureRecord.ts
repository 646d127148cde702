/** Queries of the temperature record of a fridge. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { CorrectiveActionInput } from "../api/schema";
import {
  correctiveActionsDocument,
  recordCorrectiveActionDocument,
  safetyHoldChangesDocument,
  temperatureReadingsDocument,
  type CorrectiveActionsQuery,
  type SafetyHoldChangesQuery,
  type TemperatureReadingsQuery,
} from "./operations.generated";
import type { HoldChange, Interval } from "./rules/temperatureRecord";
import type { Point } from "./rules/trend";

export type CorrectiveAction = CorrectiveActionsQuery["correctiveActions"]["items"][number];

export interface TemperatureRecord {
  readonly period: Interval;
  readonly readings: readonly Point[];
  readonly holdChanges: readonly HoldChange[];
  readonly actions: readonly CorrectiveAction[];
}

/** Reads all pages of a list. */
async function readAll<Item>(
  read: (nextToken: string | null) => Promise<{ readonly items: readonly Item[]; readonly nextToken: string | null }>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let nextToken: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(nextToken);
    items.push(...page.items);
    nextToken = page.nextToken;
  } while (nextToken !== null);
  return items;
}

const DAY = 24 * 60 * 60_000;

/** The readings, safety holds and corrective actions of the last `days` days, at most 90. */
export const temperatureRecordQuery = (location: string, days: number) =>
  queryOptions({
    queryKey: ["temperatureRecord", location, days],
    queryFn: async ({ signal }): Promise<TemperatureRecord> => {
      const end = Date.now();
      const period = { start: end - days * DAY, end };
      const [from, to] = [new Date(period.start).toISOString(), new Date(period.end).toISOString()];
      const [readings, holdChanges, actions] = await Promise.all([
        readAll<TemperatureReadingsQuery["temperatureReadings"]["items"][number]>(
          async (nextToken) =>
            (await graphql(temperatureReadingsDocument, { location, from, to, nextToken }, { signal }))
              .temperatureReadings,
        ),
        readAll<SafetyHoldChangesQuery["safetyHoldChanges"]["items"][number]>(
          async (nextToken) =>
            (await graphql(safetyHoldChangesDocument, { location, from, nextToken }, { signal })).safetyHoldChanges,
        ),
        readAll<CorrectiveAction>(
          async (nextToken) =>
            (await graphql(correctiveActionsDocument, { location, from, to, nextToken }, { signal })).correctiveActions,
        ),
      ]);
      return {
        period,
        readings: readings.map(({ timestamp, temperature }) => ({ at: Date.parse(timestamp), temperature })),
        holdChanges: holdChanges.map(({ at, before, after }) => ({ at: Date.parse(at), before, after })),
        actions,
      };
    },
  });

export async function recordCorrectiveAction(
  client: QueryClient,
  input: CorrectiveActionInput,
): Promise<CorrectiveAction> {
  const { recordCorrectiveAction: recorded } = await graphql(recordCorrectiveActionDocument, { input });
  await client.invalidateQueries({ queryKey: ["temperatureRecord", input.location] });
  return recorded;
}
