/** Sends telemetry of fridges, drivers and upstream systems to the queue. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { stack } from "./stack";

/** Sends a telemetry message of schema version 1 with the fields of its type. */
export async function sendTelemetry(
  type: string,
  locationId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { endpoint, region, queues } = stack();
  const message = {
    schemaVersion: 1,
    messageId: randomUUID(),
    type,
    locationId,
    occurredAt: new Date().toISOString(),
    ...fields,
  };
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "AmazonSQS.SendMessage",
      // The emulator reads the service from the credential, but does not verify signatures.
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({
      QueueUrl: queues.telemetry,
      MessageBody: JSON.stringify(message),
      MessageGroupId: locationId,
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}
