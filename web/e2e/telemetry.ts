/** Sends telemetry to the queues, as the forwarder of the fridges' messages and the upstream systems do. */
import { randomUUID } from "node:crypto";
import { callAws } from "./aws";
import { stack } from "./stack";

/** Upstream systems send these types. Fridges send all others. */
const UPSTREAM_TYPES: readonly string[] = [
  "CustomerRecord",
  "DriverAction",
  "DriverLog",
  "Order",
  "PackingSlip",
  "Temperature",
];
/** The certificate of fridges that tests create: the SHA-256 of `test`. */
const TEST_CERTIFICATE = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const VALID_STATES: readonly unknown[] = ["ISSUED", "ACTIVE", "RETIRING"];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends a telemetry message of schema version 1 with the fields of its type. */
export async function sendTelemetry(
  type: string,
  locationId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { queues } = stack();
  const message = {
    schemaVersion: 1,
    messageId: randomUUID(),
    type,
    locationId,
    occurredAt: new Date().toISOString(),
    ...fields,
  };
  const isUpstream = UPSTREAM_TYPES.includes(type);
  await callAws("sqs", "AmazonSQS.SendMessage", {
    QueueUrl: isUpstream ? queues.upstream : queues.telemetry,
    MessageBody: JSON.stringify(message),
    MessageGroupId: locationId,
    MessageAttributes: isUpstream
      ? {}
      : { sender: { DataType: "String", StringValue: await sender(type, locationId) } },
  });
}

/** The values of a packing slip that differ between tests. */
interface PackingSlip {
  readonly uniqueId: string;
  readonly dropOffDate: string;
  readonly route: string;
  readonly stockingIndex: number;
  readonly toteCount: number;
}

/** Sends a packed order of the location, created on its drop-off date. */
export async function sendPackingSlip(locationId: string, slip: PackingSlip): Promise<void> {
  const order = { createDate: slip.dropOffDate, slipType: "ORDER", clientCode: "LARDER", status: "PACKED" };
  await sendTelemetry("PackingSlip", locationId, { ...slip, ...order });
}

/** The attribute of a fridge's message. The broker authenticates the fridge by its certificate. */
async function sender(type: string, fridge: string): Promise<string> {
  return JSON.stringify({
    fridge,
    certificate: (await validCertificate(fridge)) ?? (await storeTestCertificate(fridge)),
    topic: type === "CommandAcknowledgement" ? "receipts" : "telemetry",
    receivedAt: new Date().toISOString(),
  });
}

async function validCertificate(fridge: string): Promise<string | undefined> {
  const found = await callAws("dynamodb", "DynamoDB_20120810.GetItem", {
    TableName: stack().tables.FridgeIdentities,
    Key: { location: { S: fridge } },
    ConsistentRead: true,
  });
  const certificates = Object.entries(at(found, "Item", "certificates", "M") ?? {});
  return certificates.find(([, certificate]) => VALID_STATES.includes(at(certificate, "M", "state", "S")))?.[0];
}

async function storeTestCertificate(fridge: string): Promise<string> {
  const now = Date.now();
  const certificate = {
    state: { S: "ISSUED" },
    issuedAt: { S: new Date(now).toISOString() },
    issuedBy: { S: "e2e" },
    how: { S: "SEEDED" },
    expiresAt: { S: new Date(now + DAY_MS).toISOString() },
  };
  await callAws("dynamodb", "DynamoDB_20120810.PutItem", {
    TableName: stack().tables.FridgeIdentities,
    Item: {
      location: { S: fridge },
      certificates: { M: { [TEST_CERTIFICATE]: { M: certificate } } },
      version: { N: "1" },
    },
  });
  return TEST_CERTIFICATE;
}

/** The value at a path of JSON. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, name) => (typeof current === "object" && current !== null ? Reflect.get(current, name) : undefined),
    value,
  );
}
