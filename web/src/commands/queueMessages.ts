/** The messages to a fridge: reading them, and sending one. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { QueueMessage } from "../api/schema";
import { keepTold } from "../api/told";
import {
  createQueueMessageDocument,
  readQueueMessagesDocument,
  sendConfirmedInventoryAndConfirmedReservationDocument,
} from "./operations.generated";
import type { Asked } from "./rules/commands";
import { withMessage } from "./rules/life";

export interface QueueMessages {
  /** Newest first. */
  readonly items: readonly QueueMessage[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** The newest thousand: as many as the server answers at once (spec of fleet operations, section 7). */
export function queueMessagesQuery(location: string) {
  return queryOptions({
    queryKey: ["queueMessages", location],
    queryFn: async ({ signal }): Promise<QueueMessages> => {
      const page = (await graphql(readQueueMessagesDocument, { id: location }, { signal })).readQueueMessages;
      return { items: page.items, more: page.nextToken !== null };
    },
    staleTime: 0,
  });
}

/** Puts what was answered, or told, of a message to those that are shown. */
export function keepMessage(queryClient: QueryClient, told: QueueMessage): void {
  keepTold<QueueMessages>(queryClient, queueMessagesQuery(told.location).queryKey, (known) => ({
    ...known,
    items: withMessage(known.items, told),
  }));
}

export async function sendCommand(location: string, { resource, operation }: Asked): Promise<QueueMessage> {
  const message = { messageType: "Resource", payload: { resource, operation } } as const;
  return (await graphql(createQueueMessageDocument, { location, message })).createQueueMessage;
}

/** The second step of a computer swap. */
export async function completeSwap(locationId: string): Promise<QueueMessage> {
  const answer = await graphql(sendConfirmedInventoryAndConfirmedReservationDocument, { locationId });
  return answer.sendConfirmedInventoryAndConfirmedReservation;
}
