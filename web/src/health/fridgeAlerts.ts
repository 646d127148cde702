/** Alerts of the fleet and of one fridge, and taking note of one. */
import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { AcknowledgeFridgeAlertInput } from "../api/schema";
import { keepTold } from "../api/told";
import { acknowledgeFridgeAlertDocument, fridgeAlertsDocument, type FridgeAlertsQuery } from "./operations.generated";

export type FridgeAlert = FridgeAlertsQuery["fridgeAlerts"]["items"][number];

export const ALERTS_FAILURE = "Unable to load alerts, Please check your internet and your permissions";

/** How often open alerts are asked for while nothing is pushed. */
export const ALERTS_POLL = 30_000;

/** Where the open ones are kept, of one fridge or of the fleet. */
const openKey = (location: string | null) => ["fridgeAlerts", "OPEN", location] as const;

/** All that are open, of the fleet or of one fridge: they are few, and the worst of them may be the oldest. */
export function openAlertsQuery(location?: string) {
  return queryOptions({
    queryKey: openKey(location ?? null),
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

/** Shows what an alert has become, wherever alerts are shown. */
export function tellAlert(client: QueryClient, alert: FridgeAlert): void {
  for (const location of [null, alert.location]) {
    keepTold<readonly FridgeAlert[]>(client, openKey(location), (known) => withAlert(known, alert));
  }
  if (alert.state === "CLEARED") void client.invalidateQueries({ queryKey: ["fridgeAlerts", "CLEARED"] });
}

/** The open ones with this one as it is now. */
export function withAlert(open: readonly FridgeAlert[], alert: FridgeAlert): readonly FridgeAlert[] {
  const others = open.filter(({ id }) => id !== alert.id);
  return alert.state === "OPEN" ? [alert, ...others] : others;
}

/** Reads alerts again, wherever they are shown. */
export function reloadAlerts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["fridgeAlerts"] });
}
