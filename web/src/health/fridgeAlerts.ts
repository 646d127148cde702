/** Queries for the alerts of the fleet or of one fridge, and the acknowledgment of an alert. */
import { infiniteQueryOptions, queryOptions, type InvalidateOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { AcknowledgeFridgeAlertInput } from "../api/schema";
import { acknowledgeFridgeAlertDocument, fridgeAlertsDocument, type FridgeAlertsQuery } from "./operations.generated";

export type FridgeAlert = FridgeAlertsQuery["fridgeAlerts"]["items"][number];

export const ALERTS_FAILURE = "Unable to load alerts, Please check your internet and your permissions";

/** Polling interval for open alerts while the live connection is down, in milliseconds. */
export const ALERTS_POLL_INTERVAL = 30_000;

/** Reads all pages of open alerts, of the fleet or of one fridge. There are few, and the worst can be the oldest. */
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

/** Reads cleared alerts a page at a time, newest first. */
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

/** Refetches all alert queries. With `throwOnError`, a failed read rejects the promise. */
export function reloadAlerts(client: QueryClient, options?: InvalidateOptions): Promise<void> {
  return client.invalidateQueries({ queryKey: ["fridgeAlerts"] }, options);
}
