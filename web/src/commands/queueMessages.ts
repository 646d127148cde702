/** Reads the messages to a fridge and sends commands. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { graphql } from "../api/graphql";
import type { QueueMessage } from "../api/schema";
import { mergeIntoCache } from "../api/mergeIntoCache";
import {
  createQueueMessageDocument,
  readQueueMessagesDocument,
  sendConfirmedInventoryAndConfirmedReservationDocument,
} from "./operations.generated";
import type { CommandRequest } from "./rules/commands";
import { mergeMessage } from "./rules/status";

export interface QueueMessages {
  /** Newest first. */
  readonly items: readonly QueueMessage[];
  /** Whether older messages exist. */
  readonly more: boolean;
}

/** Reads the newest 1,000 messages, the server's default page size (CMD-6). */
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

/** Merges a message into the cached list. */
export function mergeMessageIntoCache(queryClient: QueryClient, message: QueueMessage): void {
  mergeIntoCache<QueueMessages>(queryClient, queueMessagesQuery(message.location).queryKey, (cached) => ({
    ...cached,
    items: mergeMessage(cached.items, message),
  }));
}

export async function sendCommand(location: string, { resource, operation }: CommandRequest): Promise<QueueMessage> {
  const message = { messageType: "Resource", payload: { resource, operation } } as const;
  return (await graphql(createQueueMessageDocument, { location, message })).createQueueMessage;
}

/** Performs the second step of a computer swap. */
export async function completeSwap(locationId: string): Promise<QueueMessage> {
  const response = await graphql(sendConfirmedInventoryAndConfirmedReservationDocument, { locationId });
  return response.sendConfirmedInventoryAndConfirmedReservation;
}
