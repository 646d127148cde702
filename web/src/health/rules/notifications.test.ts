import { describe, expect, test } from "vitest";
import { shiftText, snoozeEnd, subscriptionOf, testResultText, valueErrors, valuesOf } from "./notifications";

const NIGHT = {
  name: "Night",
  regions: ["MW" as const],
  kinds: ["TOO_WARM" as const],
  shift: { days: ["MONDAY" as const, "SUNDAY" as const], from: "22:00", until: "06:00" },
  target: { kind: "EMAIL" as const, address: "night@example.com" },
  escalation: { afterMinutes: 30, target: { kind: "WEBHOOK" as const, address: "https://hooks.example.com/x" } },
  notifyCleared: false,
};

describe("the form of a rule", () => {
  test("keeps a stored rule", () => {
    expect(subscriptionOf(valuesOf(NIGHT))).toEqual(NIGHT);
  });

  test("a new rule applies always to all alerts and reports their end", () => {
    const values = { ...valuesOf(null), name: " All ", address: " a@example.com " };
    expect(subscriptionOf(values)).toEqual({
      name: "All",
      regions: [],
      kinds: [],
      shift: null,
      target: { kind: "EMAIL", address: "a@example.com" },
      escalation: null,
      notifyCleared: true,
    });
    expect(valueErrors(values)).toEqual([]);
  });

  test.each([
    [{ name: " " }, ["name: Enter a name"]],
    [{ address: "ann" }, ["address: Enter an email address"]],
    [{ targetKind: "WEBHOOK", address: "http://example.com" }, ["address: Enter a URL that starts with https://"]],
    [{ from: "" }, ["from: Enter a time"]],
    [{ from: "", when: "always" }, []],
    [{ days: valuesOf({ ...NIGHT, shift: { ...NIGHT.shift, days: [] } }).days }, ["days: Select at least one day"]],
    [{ afterMinutes: "4" }, ["afterMinutes: Enter 5 to 1440 minutes"]],
    [{ afterMinutes: "" }, ["afterMinutes: Enter 5 to 1440 minutes"]],
    [{ escalationAddress: "" }, ["escalationAddress: Enter a URL that starts with https://"]],
    [{ escalationAddress: "", escalates: false }, []],
  ] as const)("with %j reports %j", (change, expected) => {
    const errors = valueErrors({ ...valuesOf(NIGHT), ...change });
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
  });
});

test.each([
  [null, "Always"],
  [NIGHT.shift, "Mon, Sun 22:00–06:00"],
  [
    {
      days: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
      from: "08:00",
      until: "17:00",
    },
    "Every day 08:00–17:00",
  ],
] as const)("a shift %j is shown as %s", (shift, expected) => {
  expect(shiftText(shift && { ...shift, days: [...shift.days] })).toBe(expected);
});

test("a snooze ends after its length", () => {
  expect(snoozeEnd("4", Date.parse("2026-11-21T10:00:00Z"))).toBe("2026-11-21T14:00:00.000Z");
});

test.each([
  ["SENT", "Test message sent to a@example.com"],
  ["UNCONFIRMED", "a@example.com must confirm first. Ask the receiver to open the link in the confirmation."],
  ["FAILED", "The test message to a@example.com could not be sent. Try again in a minute."],
] as const)("a test with the outcome %s says: %s", (outcome, expected) => {
  expect(testResultText("a@example.com", outcome)).toBe(expected);
});
