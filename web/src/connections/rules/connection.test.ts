import { describe, expect, test } from "vitest";
import { SILENT_AFTER } from "../../health/rules/silence";
import { certificateId, makeCertificate, makeConnection } from "../connection.fixture";
import {
  certificateState,
  connectionState,
  EXPIRES_SOON,
  isValid,
  reasonText,
  shortId,
  sourceText,
  warningsOf,
} from "./connection";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse("2026-11-21T18:00:00Z");
const ZONE = "America/Chicago";

const at = (offset: number) => new Date(NOW + offset).toISOString();

describe("the state of a connection (CON-40)", () => {
  const text = (...[connection, lastReport]: [Parameters<typeof connectionState>[0], number | null | undefined]) => {
    const { label, time, tone } = connectionState(connection, lastReport, NOW, ZONE);
    return [label, time, tone];
  };

  test.each([
    ["never connected", { state: "NEVER", since: null }, null, ["No connection yet", null, "neutral"]],
    [
      "disconnected for less than a minute",
      { state: "DISCONNECTED", since: at(-59_999) },
      NOW,
      ["Disconnected", "just now", "warning"],
    ],
    [
      "disconnected for minutes",
      { state: "DISCONNECTED", since: at(-3 * MINUTE) },
      NOW,
      ["Disconnected", "for 3 min", "warning"],
    ],
    [
      "connected today",
      { state: "CONNECTED", since: at(-60 * MINUTE) },
      NOW - MINUTE,
      ["Connected", "since 11:00 AM CST", "positive"],
    ],
    [
      "connected for days",
      { state: "CONNECTED", since: at(-3 * DAY) },
      NOW - MINUTE,
      ["Connected", "since 11/18/2026 12:00 PM CST", "positive"],
    ],
    [
      "without a report for the limit",
      { state: "CONNECTED", since: at(-DAY) },
      NOW - SILENT_AFTER,
      ["Connected", "since 11/20/2026 12:00 PM CST", "positive"],
    ],
    [
      "without a report for longer than the limit",
      { state: "CONNECTED", since: at(-DAY) },
      NOW - SILENT_AFTER - MINUTE,
      ["Connected, silent", "since 11:29 AM CST", "warning"],
    ],
    [
      "just connected after a long silence",
      { state: "CONNECTED", since: at(-MINUTE) },
      NOW - DAY,
      ["Connected", "since 11:59 AM CST", "positive"],
    ],
    [
      "that never reported",
      { state: "CONNECTED", since: at(-SILENT_AFTER - MINUTE) },
      null,
      ["Connected, silent", "since 11:29 AM CST", "warning"],
    ],
    [
      "whose reports are unknown",
      { state: "CONNECTED", since: at(-60 * MINUTE) },
      undefined,
      ["Connected", "since 11:00 AM CST", "positive"],
    ],
  ] as const)("of a fridge %s", (_, connection, lastReport, expected) => {
    expect(text(connection, lastReport)).toEqual(expected);
  });

  test("is in the fridge's zone with the Central time", () => {
    const { time } = connectionState({ state: "CONNECTED", since: at(0) }, NOW, NOW, "America/New_York");
    expect(time).toBe("since 1:00 PM EST (12:00 PM CST)");
  });
});

test.each([
  ["MQTT_KEEP_ALIVE_TIMEOUT", "The fridge stopped responding. Its network or its power may be off."],
  ["BROKER_MAINTENANCE", "The broker's reason: BROKER_MAINTENANCE"],
])("describes the reason %s", (reason, text) => expect(reasonText(reason)).toBe(text));

describe("a certificate", () => {
  test.each([
    ["ISSUED", 1, true, "ISSUED"],
    ["ACTIVE", 1, true, "ACTIVE"],
    ["RETIRING", 1, true, "RETIRING"],
    ["RETIRED", 1, false, "RETIRED"],
    ["REVOKED", 1, false, "REVOKED"],
    ["EXPIRED", -1, false, "EXPIRED"],
    ["ACTIVE", 0, false, "EXPIRED"],
    ["REVOKED", -1, false, "REVOKED"],
  ] as const)("%s that expires in %i ms: valid is %s and the state %s", (state, rest, valid, expected) => {
    const certificate = makeCertificate({ state, expiresAt: at(rest) });
    expect(isValid(certificate, NOW)).toBe(valid);
    expect(certificateState(certificate, NOW)).toBe(expected);
  });

  test.each([
    ["STAFF", "issued by ann@larder.example"],
    ["PROVISIONED", "requested by the fridge at its setup"],
    ["RENEWED", "renewed by the fridge"],
    ["SEEDED", "sample data"],
  ] as const)("issued by %s is described as %s", (how, text) => {
    expect(sourceText({ how, issuedBy: "ann@larder.example" })).toBe(text);
  });

  test("is shown with the first 8 digits of its id", () => expect(shortId(certificateId("c"))).toBe("cccccccc"));
});

describe("warnings of a connection", () => {
  const VALID = { expiresAt: at(200 * DAY) };
  const warnings = (overrides: Parameters<typeof makeConnection>[0]) =>
    warningsOf(makeConnection({ certificates: [makeCertificate(VALID)], ...overrides }), NOW).map(
      (warning) => warning.split(/[:.,]/)[0],
    );

  test.each([
    ["an unremarkable connection", {}, []],
    ["a takeover", { takeovers: 1 }, ["A second computer uses this fridge's identity"]],
    [
      "a connected fridge whose certificates ended",
      { certificates: [makeCertificate({ ...VALID, state: "REVOKED" })] },
      ["The fridge has no valid certificate"],
    ],
    ["a fridge that never connected and has no certificate", { state: "NEVER", certificates: [] }, []],
    [
      "a certificate that expires soon",
      { certificates: [makeCertificate({ expiresAt: at(EXPIRES_SOON - MINUTE) })] },
      ["The certificate expires in 20 days"],
    ],
    [
      "a certificate that expires today",
      { certificates: [makeCertificate({ expiresAt: at(MINUTE) })] },
      ["The certificate expires in less than 1 day"],
    ],
    [
      "an old certificate next to a renewed one",
      { certificates: [makeCertificate(VALID), makeCertificate({ id: certificateId("b"), expiresAt: at(DAY) })] },
      [],
    ],
    ["a clock that is ahead", { clockSkewSeconds: 1200 }, ["The fridge's clock is 20 min ahead"]],
    ["a clock that is days behind", { clockSkewSeconds: -3 * 86_400 }, ["The fridge's clock is 3 days behind"]],
    ["a correct clock", { clockSkewSeconds: 0 }, []],
    [
      "several problems, most urgent first",
      { takeovers: 2, clockSkewSeconds: 3600, certificates: [] },
      [
        "A second computer uses this fridge's identity",
        "The fridge has no valid certificate",
        "The fridge's clock is 1 h 0 min ahead",
      ],
    ],
  ] as const)("%s: %#", (_, overrides, expected) => expect(warnings(overrides)).toEqual(expected));
});
