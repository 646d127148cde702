/** Alerts of the fleet and of one fridge, and taking note of one. */
import { infiniteQueryOptions, queryOptions, type InvalidateOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { AcknowledgeFridgeAlertInput } from "../api/schema";
import { acknowledgeFridgeAlertDocument, fridgeAlertsDocument, type FridgeAlertsQuery } from "./operations.generated";

export type FridgeAlert = FridgeAlertsQuery["fridgeAlerts"]["items"][number];

export const ALERTS_FAILURE = "Unable to load alerts, Please check your internet and your permissions";

/** How often open alerts are asked for while nothing is pushed. */
export const ALERTS_POLL = 30_000;

/** All that are open, of the fleet or of one fridge: they are few, and the worst of them may be the oldest. */
export function openAlertsQuery(location?: string) {
  return queryOptions({
    queryKey: ["fridgeAlerts", "OPEN", location ?? null] as const,
    queryFn: async ({ signal }): Promise<readonly FridgeAlert[]> => {
      const alerts: FridgeAlert[] = [];
      let nextToken: string | null = null;
      do {
        const page: FridgeAlertsQuery = await graphql(
          fridgeAlertsDocument,
          { filter: { state: "OPEN", location }, nextToken },
          { signal },
        );
        alerts.push(...page.fridgeAlerts.items);
        nextToken = page.fridgeAlerts.nextToken;
      } while (nextToken !== null);
      return alerts;
    },
    staleTime: 0,
  });
}

/** Those that were, newest first. */
export function clearedAlertsQuery(location?: string) {
  return infiniteQueryOptions({
    queryKey: ["fridgeAlerts", "CLEARED", location ?? null],
    queryFn: async ({ pageParam, signal }) =>
      (
        await graphql(
          fridgeAlertsDocument,
          { filter: { state: "CLEARED", location }, nextToken: pageParam },
          { signal },
        )
      ).fridgeAlerts,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextToken,
    staleTime: 0,
  });
}

export async function acknowledgeAlert(input: AcknowledgeFridgeAlertInput): Promise<FridgeAlert> {
  return (await graphql(acknowledgeFridgeAlertDocument, { input })).acknowledgeFridgeAlert;
}

/** Reads alerts again, wherever they are shown. With `throwOnError`, a read that fails rejects the promise. */
export function reloadAlerts(client: QueryClient, options?: InvalidateOptions): Promise<void> {
  return client.invalidateQueries({ queryKey: ["fridgeAlerts"] }, options);
}
