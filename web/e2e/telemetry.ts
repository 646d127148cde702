/** What fridges, drivers and upstream systems tell, sent through the telemetry queue as they send it. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { stack } from "./stack";

/** A message of the telemetry's version 1, with the fields of its type. */
export async function tell(type: string, locationId: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const { endpoint, region, queues } = stack();
  const message = {
    schemaVersion: 1,
    messageId: randomUUID(),
    type,
    locationId,
    occurredAt: new Date().toISOString(),
    ...fields,
  };
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "AmazonSQS.SendMessage",
      // The emulator reads whose call it is, and checks no signature.
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/sqs/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({
      QueueUrl: queues.telemetry,
      MessageBody: JSON.stringify(message),
      MessageGroupId: locationId,
    }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}
