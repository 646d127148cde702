/** Reads planograms and their history. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import {
  planogramDocument,
  planogramHistoryDocument,
  type PlanogramHistoryQuery,
  type PlanogramQuery,
  type PlanogramQueryVariables,
} from "./operations.generated";

export type Planogram = NonNullable<PlanogramQuery["planogram"]>;
export type PlanogramEntry = Planogram["effective"][number];
export type HistoryEntry = PlanogramHistoryQuery["planogramHistory"]["items"][number];

export const PLANOGRAM_FAILURE = "Unable to load the planogram, Please check your internet and your permissions";
export const HISTORY_FAILURE = "Unable to load the history, Please check your internet and your permissions";

/** Reads the state of a layout at an instant (default: now) and its later changes. Returns null for an unknown layout. */
export async function readPlanogram(layoutName: string, at: string | null, signal: AbortSignal) {
  let result: Planogram | null = null;
  let nextToken: string | null = null;
  do {
    const variables: PlanogramQueryVariables = { layoutName, at, nextToken };
    const { planogram }: PlanogramQuery = await graphql(planogramDocument, variables, { signal });
    if (!planogram) return null;
    result = result ? mergePages(result, planogram) : planogram;
    nextToken = planogram.nextToken;
  } while (nextToken !== null);
  return result;
}

/** Later pages override earlier ones. Only the page with the creation of a slot has its physicalFridgeConfig. */
function mergePages(earlier: Planogram, page: Planogram): Planogram {
  const effective = new Map(earlier.effective.map((entry) => [entry.slot, entry]));
  for (const entry of page.effective) {
    const physicalFridgeConfig = entry.physicalFridgeConfig ?? effective.get(entry.slot)?.physicalFridgeConfig ?? null;
    effective.set(entry.slot, { ...entry, physicalFridgeConfig });
  }
  return { ...page, effective: [...effective.values()], scheduled: [...earlier.scheduled, ...page.scheduled] };
}

export function planogramQuery(layoutName: string, at: string | null = null) {
  return queryOptions({
    queryKey: ["planogram", layoutName, at],
    queryFn: ({ signal }) => readPlanogram(layoutName, at, signal),
    staleTime: 0,
  });
}

export function planogramHistoryQuery(layoutName: string) {
  return infiniteQueryOptions({
    queryKey: ["planogramHistory", layoutName],
    queryFn: async ({ pageParam, signal }) =>
      (await graphql(planogramHistoryDocument, { layoutName, nextToken: pageParam }, { signal })).planogramHistory,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
    staleTime: 0,
  });
}

/** The current and the scheduled entries of a layout. */
export function entriesOf(planogram: Planogram | null): readonly PlanogramEntry[] {
  return planogram ? [...planogram.effective, ...planogram.scheduled] : [];
}

/** Reloads the planograms, their history and the layout names. */
export async function refreshPlanograms(client: QueryClient): Promise<void> {
  const keys = [["planogram"], ["planogramHistory"], ["names", "layoutName"]];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
