/** Queries and changes of the rules of alert notifications. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../../api/graphql";
import type { AlertSubscriptionInput } from "../../api/schema";
import {
  alertSubscriptionsDocument,
  deleteAlertSubscriptionDocument,
  putAlertSubscriptionDocument,
  testAlertSubscriptionDocument,
  type AlertSubscriptionsQuery,
  type TestAlertSubscriptionMutation,
} from "../operations.generated";

export type AlertSubscription = AlertSubscriptionsQuery["alertSubscriptions"][number];
export type TestResult = TestAlertSubscriptionMutation["testAlertSubscription"][number];

/** How often the rules are read while a receiver has not confirmed, in milliseconds. */
export const CONFIRMATION_POLL_INTERVAL = 30_000;

export const alertSubscriptionsQuery = queryOptions({
  queryKey: ["alertSubscriptions"],
  queryFn: async ({ signal }) => (await graphql(alertSubscriptionsDocument, {}, { signal })).alertSubscriptions,
  staleTime: 0,
});

function reload(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: alertSubscriptionsQuery.queryKey });
}

/** Stores a rule. The rules are read again, also after a rejection: another user may have changed the rule. */
export async function saveSubscription(client: QueryClient, input: AlertSubscriptionInput) {
  try {
    return (await graphql(putAlertSubscriptionDocument, { input })).putAlertSubscription;
  } finally {
    await reload(client);
  }
}

export async function deleteSubscription(client: QueryClient, { id, version }: AlertSubscription): Promise<void> {
  try {
    await graphql(deleteAlertSubscriptionDocument, { id, version });
  } finally {
    await reload(client);
  }
}

/** Sends a test message to each receiver of a rule. */
export async function testSubscription(client: QueryClient, { id }: AlertSubscription): Promise<readonly TestResult[]> {
  try {
    return (await graphql(testAlertSubscriptionDocument, { id })).testAlertSubscription;
  } finally {
    await reload(client);
  }
}
