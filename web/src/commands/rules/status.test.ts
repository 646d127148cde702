import { describe, expect, it } from "vitest";
import type { QueueMessage, QueueMessageState } from "../../api/schema";
import { makeMessage } from "../message.fixture";
import { countByQueue, isToggleOn, isInProgress, secondsLeft, stateAt, mergeMessage } from "./status";

const START = Date.parse("2026-11-21T10:00:00Z");
const at = (seconds: number) => START + seconds * 1000;
const isoAt = (seconds: number) => new Date(at(seconds)).toISOString();

const safetyHold = (operation: string, state: QueueMessageState, overrides: Partial<QueueMessage> = {}) =>
  makeMessage({ resource: "SafetyHold", operation, state, ...overrides });

describe("command state", () => {
  it("expires after five minutes without delivery", () => {
    const message = makeMessage({});
    expect(stateAt(message, at(299))).toBe("QUEUED");
    expect(stateAt(message, at(300))).toBe("EXPIRED");
    expect(isInProgress(message, at(299))).toBe(true);
    expect(isInProgress(message, at(300))).toBe(false);
    expect(secondsLeft(message, at(299.5))).toBe(1);
    expect(secondsLeft(message, at(400))).toBe(0);
  });

  it("does not expire after delivery", () => {
    expect(stateAt(makeMessage({ state: "DELIVERED" }), at(900))).toBe("DELIVERED");
  });

  it("is the latest state in any order of updates", () => {
    const [queued, delivered, done] = (["QUEUED", "DELIVERED", "ACKNOWLEDGED"] as const).map((state) =>
      makeMessage({ state, ...(state === "QUEUED" ? {} : { deliveredAt: isoAt(3) }) }),
    ) as [QueueMessage, QueueMessage, QueueMessage];
    for (const updates of [
      [queued, delivered, done],
      [done, delivered, queued],
      [delivered, done, queued],
    ]) {
      expect(updates.reduce<QueueMessage[]>((messages, update) => mergeMessage(messages, update), [])).toEqual([done]);
    }
  });

  it.each([
    ["oldest first", ["1", "2", "3"]],
    ["newest first", ["3", "2", "1"]],
    ["with the newest in the middle", ["1", "3", "2"]],
  ])("is superseded by a newer message on the same resource: %s", (_, ids) => {
    const sent: Readonly<Record<string, QueueMessage>> = {
      1: safetyHold("ENABLE", "QUEUED", { id: "1" }),
      2: safetyHold("DISABLE", "DELIVERED", {
        id: "2",
        timestamp: isoAt(10),
        expiresAt: isoAt(310),
        deliveredAt: isoAt(12),
      }),
      3: safetyHold("ENABLE", "QUEUED", { id: "3", timestamp: isoAt(20), expiresAt: isoAt(320) }),
    };
    const other = makeMessage({ id: "0", resource: "OutOfOrder", operation: "ENABLE" });
    const messages = ids.flatMap((id) => sent[id] ?? []).reduce<QueueMessage[]>(mergeMessage, [other]);
    expect(messages.map(({ state }) => state)).toEqual(["QUEUED", "SUPERSEDED", "SUPERSEDED", "QUEUED"]);
    // A late delivery receipt does not reactivate a superseded message.
    const receipt = safetyHold("DISABLE", "DELIVERED", { id: "2", timestamp: isoAt(10), deliveredAt: isoAt(12) });
    expect(mergeMessage(messages, receipt).map(({ state }) => state)[1]).toBe("SUPERSEDED");
    expect(isToggleOn(null, messages, "SafetyHold", at(30))).toBe(true);
  });

  it("keeps its final state when a newer message follows", () => {
    const ended = safetyHold("ENABLE", "ACKNOWLEDGED", { id: "1", endedAt: isoAt(5) });
    const expired = makeMessage({ id: "2", expiresAt: isoAt(10) });
    const newer = [
      safetyHold("DISABLE", "QUEUED", { id: "3", timestamp: isoAt(20) }),
      makeMessage({ id: "4", timestamp: isoAt(20) }),
    ];
    const messages = newer.reduce<QueueMessage[]>(mergeMessage, [expired, ended]);
    expect(messages.map((message) => stateAt(message, at(30)))).toEqual([
      "QUEUED",
      "QUEUED",
      "EXPIRED",
      "ACKNOWLEDGED",
    ]);
  });

  it("sorts messages newest first", () => {
    const messages = ["2", "3", "1"].reduce<QueueMessage[]>(
      (merged, id) => mergeMessage(merged, makeMessage({ id })),
      [],
    );
    expect(messages.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  });

  it("is counted by queue and state", () => {
    const messages = [
      makeMessage({}),
      safetyHold("ENABLE", "ACKNOWLEDGED"),
      safetyHold("DISABLE", "REFUSED"),
      safetyHold("ENABLE", "QUEUED"),
    ];
    expect(countByQueue(messages, at(400))).toEqual([
      {
        queue: "SafetyHold",
        counts: { QUEUED: 0, DELIVERED: 0, ACKNOWLEDGED: 1, REFUSED: 1, EXPIRED: 1, SUPERSEDED: 0 },
      },
      {
        queue: "ServiceRestart",
        counts: { QUEUED: 0, DELIVERED: 0, ACKNOWLEDGED: 0, REFUSED: 0, EXPIRED: 1, SUPERSEDED: 0 },
      },
    ]);
  });
});

describe("toggle state", () => {
  const reportedOff = { isOn: false, at: isoAt(-60) };

  it.each<[string, QueueMessage[], number, boolean]>([
    ["is the reported state without commands", [], 10, false],
    ["flips when the command is sent", [safetyHold("ENABLE", "QUEUED")], 10, true],
    ["flips back when the command expires", [safetyHold("ENABLE", "QUEUED")], 400, false],
    [
      "flips back when the fridge rejects the command",
      [safetyHold("ENABLE", "REFUSED", { endedAt: isoAt(9) })],
      10,
      false,
    ],
    [
      "stays flipped until the fridge reports again",
      [safetyHold("ENABLE", "ACKNOWLEDGED", { endedAt: isoAt(9) })],
      10,
      true,
    ],
    [
      "is the reported state after a newer report",
      [safetyHold("ENABLE", "ACKNOWLEDGED", { endedAt: isoAt(-90) })],
      10,
      false,
    ],
    [
      "is the reported state after the command should have ended",
      [safetyHold("ENABLE", "DELIVERED", { expiresAt: isoAt(-90) })],
      10,
      false,
    ],
    [
      "follows the newer of two commands",
      [safetyHold("DISABLE", "QUEUED", { id: "2" }), safetyHold("ENABLE", "DELIVERED")],
      10,
      false,
    ],
    [
      "follows the newest command when it superseded the others",
      [
        safetyHold("ENABLE", "QUEUED", { id: "3" }),
        safetyHold("DISABLE", "SUPERSEDED", { id: "2", endedAt: isoAt(2) }),
        safetyHold("ENABLE", "SUPERSEDED", { endedAt: isoAt(1) }),
      ],
      10,
      true,
    ],
    [
      "is the reported state when the newest command expired and the others were superseded",
      [safetyHold("DISABLE", "EXPIRED", { id: "2" }), safetyHold("ENABLE", "SUPERSEDED", { endedAt: isoAt(1) })],
      400,
      false,
    ],
    ["ignores commands on other resources", [makeMessage({ resource: "OutOfOrder", operation: "ENABLE" })], 10, false],
  ])("%s", (_, messages, seconds, expected) => {
    expect(isToggleOn(reportedOff, messages, "SafetyHold", at(seconds))).toBe(expected);
  });

  it("is off if the fridge never reported it", () => {
    expect(isToggleOn(null, [], "SafetyHold", at(0))).toBe(false);
    expect(isToggleOn({ isOn: null, at: isoAt(0) }, [], "SafetyHold", at(0))).toBe(false);
  });
});
