/** Test data: the health and the alerts of a healthy fridge, with overrides. */
import { onTestFinished, vi } from "vitest";
import type { FridgeAlert } from "./fridgeAlerts";
import type { FridgeHealth } from "./fridgeHealth";

/** The current time in these tests. */
export const NOW = Date.parse("2026-11-21T18:00:00Z");

const MINUTE = 60_000;

export function minutesAgo(minutes: number): string {
  return new Date(NOW - minutes * MINUTE).toISOString();
}

export function makeHealth(locationId: string, overrides: Partial<FridgeHealth> = {}): FridgeHealth {
  return {
    locationId,
    timestamp: minutesAgo(2),
    receivedAt: minutesAgo(2),
    jofemarState: "STATUS_0_READY",
    safetyHold: false,
    safetyHoldTs: null,
    outOfOrder: false,
    outOfOrderTs: null,
    inaccessible: false,
    hdmi: true,
    elo: true,
    cardReader: true,
    electricalLayout: true,
    activeTicket: false,
    temperature: 36.5,
    temperatureSetpoint: 36,
    timezone: "CHICAGO",
    networkSpeed: { previousSpeed: 0.2 },
    serverVersion: "2.3.1",
    allReasons: [],
    connectedLayout: [
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
      [{ x: 0, y: 1 }],
    ],
    recycleDoorState: { doorState: "CLOSED", lockState: "LOCKED" },
    sundryDoorState: null,
    liteFridgeState: null,
    software: [{ artifactType: "FRIDGE_AGENT", version: "4.2.0" }],
    ...overrides,
  };
}

export function makeAlert(id: string, overrides: Partial<FridgeAlert> = {}): FridgeAlert {
  return {
    id,
    location: "CHI0001",
    kind: "TOO_WARM",
    state: "OPEN",
    since: minutesAgo(70),
    openedAt: minutesAgo(40),
    detail: "44.6 degrees",
    clearedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    note: null,
    ...overrides,
  };
}

/** Freezes the date at `NOW` for one test. Timers still run. `intervals`: whether those that repeat are frozen too. */
export function freezeClock(intervals = false): void {
  vi.useFakeTimers({ toFake: ["Date", ...(intervals ? (["setInterval", "clearInterval"] as const) : [])], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
}
