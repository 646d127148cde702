/** Snoozes of fridges, and the notices that were sent about an alert. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import type { SnoozeFridgeAlertsInput } from "../../api/schema";
import {
  alertNoticesDocument,
  alertSnoozesDocument,
  endFridgeAlertSnoozeDocument,
  snoozeFridgeAlertsDocument,
  type AlertNoticesQuery,
  type AlertSnoozesQuery,
} from "../operations.generated";

export type AlertSnooze = AlertSnoozesQuery["alertSnoozes"]["items"][number];
export type AlertNotice = AlertNoticesQuery["alertNotices"][number];

/** How often snoozes and notices are read, in milliseconds. */
const POLL_INTERVAL = 60_000;

/** Reads the active snoozes of all fridges. */
export const snoozesQuery = queryOptions({
  queryKey: ["alertSnoozes"],
  queryFn: async ({ signal }): Promise<readonly AlertSnooze[]> => {
    const snoozes: AlertSnooze[] = [];
    let nextToken: string | null = null;
    do {
      const page: AlertSnoozesQuery = await graphql(alertSnoozesDocument, { nextToken }, { signal });
      snoozes.push(...page.alertSnoozes.items);
      nextToken = page.alertSnoozes.nextToken;
    } while (nextToken !== null);
    return snoozes;
  },
  refetchInterval: POLL_INTERVAL,
});

/** Reads the notices that were sent about an alert. */
export const noticesQuery = (location: string, alert: string) =>
  queryOptions({
    queryKey: ["alertNotices", location, alert],
    queryFn: async ({ signal }) => (await graphql(alertNoticesDocument, { location, alert }, { signal })).alertNotices,
    refetchInterval: POLL_INTERVAL,
  });

export async function snoozeFridge(client: QueryClient, input: SnoozeFridgeAlertsInput): Promise<void> {
  await graphql(snoozeFridgeAlertsDocument, { input });
  await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
}

export async function endSnooze(client: QueryClient, location: string): Promise<void> {
  await graphql(endFridgeAlertSnoozeDocument, { location });
  await client.invalidateQueries({ queryKey: snoozesQuery.queryKey });
}
