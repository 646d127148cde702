import { describe, expect, test } from "vitest";
import { makeHealth, minutesAgo, NOW } from "../health.fixture";
import type { FridgeHealth } from "../fridgeHealth";
import { attributesOf, type AttributeValue } from "./attributes";

function attribute(name: string, overrides: Partial<FridgeHealth> = {}): AttributeValue | undefined {
  return attributesOf(makeHealth("CHI0001", overrides), NOW).find((row) => row.name === name);
}

describe("attributesOf", () => {
  test.each<[string, Partial<FridgeHealth>, string, string]>([
    ["temperature", { temperature: 41.26 }, "41.3 °F", "red"],
    ["temperature", { temperature: null }, "Unknown", "unknown"],
    ["temperatureSetpoint", {}, "36.0 °F", "none"],
    ["outOfOrder", { outOfOrder: true }, "Yes", "red"],
    ["outOfOrder", { outOfOrderTs: minutesAgo(60) }, "No", "orange"],
    ["temperature", { temperature: 38.04 }, "38.04 °F", "orange"],
    ["outOfOrderTs", { outOfOrder: true, outOfOrderTs: "2026-11-21T17:00:00Z" }, "11/21/2026 11:00 AM CST", "none"],
    ["safetyHoldTs", { safetyHold: true }, "Unknown", "unknown"],
    ["safetyHold", { safetyHold: null }, "Unknown", "unknown"],
    ["elo", { elo: false }, "No", "red"],
    ["activeTicket", { activeTicket: true }, "Yes", "red"],
    ["allReasons", { allReasons: ["Door open", "Too warm"] }, "Door open, Too warm", "none"],
    ["allReasons", {}, "None", "none"],
    ["networkSpeed", { networkSpeed: null }, "None", "red"],
    ["networkSpeed", {}, "0.20 s", "green"],
    ["connectedLayout", {}, "3 in 2 rows", "none"],
    ["recycleDoorState", {}, "CLOSED, LOCKED", "none"],
    ["sundryDoorState", {}, "Unknown", "unknown"],
    [
      "liteFridgeState",
      {
        liteFridgeState: {
          status: "IDLE",
          topShellLatchState: "LATCHED",
          bottomShellLatchState: null,
          shellLockState: "LOCKED",
        },
      },
      "IDLE, top latch LATCHED, shell lock LOCKED",
      "none",
    ],
    ["timezone", { timezone: "DENVER" }, "Mountain", "none"],
    ["timestamp", { timestamp: "2026-07-01T12:00:00Z", receivedAt: minutesAgo(31) }, "07/01/2026 7:00 AM CDT", "red"],
    [
      "timestamp",
      { timestamp: "2026-07-01T12:00:00Z", timezone: "NEWYORK" },
      "07/01/2026 8:00 AM EDT (7:00 AM CDT)",
      "none",
    ],
  ])("%s of %j is %s (%s)", (name, overrides, value, tone) => {
    expect(attribute(name, overrides)).toMatchObject({ value, tone });
  });

  test.each<[string, Partial<FridgeHealth>]>([
    ["outOfOrderTs", { outOfOrder: false, outOfOrderTs: minutesAgo(60) }],
    ["outOfOrderTs", { outOfOrder: null, outOfOrderTs: minutesAgo(60) }],
    ["safetyHoldTs", { safetyHold: false, safetyHoldTs: minutesAgo(60) }],
    ["safetyHoldTs", { safetyHold: null, safetyHoldTs: minutesAgo(60) }],
  ])("omits %s when the state is not active: %j", (name, overrides) => {
    expect(attribute(name, overrides)).toBeUndefined();
  });
});
