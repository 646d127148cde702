/** Test data: a connected fridge with one valid certificate, with overrides. */
import type { Handler } from "../../test/server";
import type { Certificate, ConnectionChange, FridgeConnection } from "./connection";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** The time before now by a number of milliseconds. */
export function timeAgo(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}

/** An id that begins with the digit `first`. */
export function certificateId(first: string): string {
  return first.repeat(8).padEnd(64, "0");
}

export function makeCertificate(overrides: Partial<Certificate> = {}): Certificate {
  return {
    id: certificateId("a"),
    state: "ACTIVE",
    issuedAt: timeAgo(40 * DAY),
    issuedBy: "check-fridge-provisioning",
    how: "PROVISIONED",
    expiresAt: timeAgo(-325 * DAY),
    activatedAt: timeAgo(40 * DAY),
    endedAt: null,
    endedBy: null,
    reason: null,
    ...overrides,
  };
}

export function makeConnection(overrides: Partial<FridgeConnection> = {}): FridgeConnection {
  return {
    locationId: "CHI0001",
    state: "CONNECTED",
    since: timeAgo(3 * HOUR),
    reason: null,
    address: "203.0.113.10",
    takeovers: 0,
    clockSkewSeconds: null,
    certificates: [makeCertificate()],
    replacementUntil: null,
    version: 2,
    ...overrides,
  };
}

export function makeChange(overrides: Partial<ConnectionChange> = {}): ConnectionChange {
  return {
    id: "1",
    at: timeAgo(HOUR),
    user: "operations@larder.example",
    event: "ISSUED",
    certificateId: certificateId("a"),
    reason: "Computer replaced",
    ...overrides,
  };
}

/** The responses about a connected fridge, as the screens of a fridge read them. */
export const CONNECTION_HANDLERS: Readonly<Record<string, Handler>> = {
  followFridge: () => timeAgo(-HOUR / 4),
  fridgeConnection: ({ id }: { readonly id: string }) => makeConnection({ locationId: id }),
  fridgeConnectionHistory: () => ({ items: [makeChange()], nextToken: null }),
};
