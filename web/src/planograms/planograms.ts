/** What layouts show, and who scheduled it. */
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

/** What a layout shows at an instant (now, where none is given), and what is to come; null of one that there is not. */
export async function readPlanogram(layoutName: string, at: string | null, signal: AbortSignal) {
  let whole: Planogram | null = null;
  let nextToken: string | null = null;
  do {
    const asked: PlanogramQueryVariables = { layoutName, at, nextToken };
    const { planogram }: PlanogramQuery = await graphql(planogramDocument, asked, { signal });
    if (!planogram) return null;
    whole = whole ? joined(whole, planogram) : planogram;
    nextToken = planogram.nextToken;
  } while (nextToken !== null);
  return whole;
}

/** What a later page says of a slot holds; how the fridge is built there only the page of its creation says. */
function joined(whole: Planogram, page: Planogram): Planogram {
  const effective = new Map(whole.effective.map((entry) => [entry.slot, entry]));
  for (const entry of page.effective) {
    const physicalFridgeConfig = entry.physicalFridgeConfig ?? effective.get(entry.slot)?.physicalFridgeConfig ?? null;
    effective.set(entry.slot, { ...entry, physicalFridgeConfig });
  }
  return { ...page, effective: [...effective.values()], scheduled: [...whole.scheduled, ...page.scheduled] };
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

/** All that is known of a layout: what it shows and what is to come. */
export function entriesOf(planogram: Planogram | null): readonly PlanogramEntry[] {
  return planogram ? [...planogram.effective, ...planogram.scheduled] : [];
}

/** Reads again what was scheduled, wherever it is shown; a new layout's name as well. */
export async function refreshPlanograms(client: QueryClient): Promise<void> {
  const keys = [["planogram"], ["planogramHistory"], ["names", "layoutName"]];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
