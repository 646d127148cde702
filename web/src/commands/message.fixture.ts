import type { QueueMessage } from "../api/schema";

/** A command that was queued at 10:00 UTC, with overrides. */
export function makeMessage(overrides: Partial<QueueMessage>): QueueMessage {
  return {
    id: "0199a4f0-0000-7000-8000-000000000001",
    location: "FRIDGE_1",
    timestamp: "2026-11-21T10:00:00.000Z",
    messageType: "Resource",
    operation: "REACT_UI",
    resource: "ServiceRestart",
    user: "ann@larder.example",
    state: "QUEUED",
    deliveredAt: null,
    endedAt: null,
    expiresAt: "2026-11-21T10:05:00.000Z",
    result: null,
    wasQueued: null,
    ...overrides,
  };
}
