import { describe, expect, it } from "vitest";
import type { QueueMessage, QueueMessageState } from "../../api/schema";
import { message } from "../message.fixture";
import { countsOf, isOn, isUnderWay, secondsLeft, stateAt, withMessage } from "./life";

const START = Date.parse("2026-11-21T10:00:00Z");
const at = (seconds: number) => START + seconds * 1000;
const iso = (seconds: number) => new Date(at(seconds)).toISOString();

const hold = (operation: string, state: QueueMessageState, more: Partial<QueueMessage> = {}) =>
  message({ resource: "SafetyHold", operation, state, ...more });

describe("the life of a command", () => {
  it("ends after five minutes where nobody fetched it, without being read again", () => {
    expect([stateAt(message({}), at(299)), stateAt(message({}), at(300))]).toEqual(["QUEUED", "EXPIRED"]);
    expect([isUnderWay(message({}), at(299)), isUnderWay(message({}), at(300))]).toEqual([true, false]);
    expect([secondsLeft(message({}), at(299.5)), secondsLeft(message({}), at(400))]).toEqual([1, 0]);
  });

  it("goes on after its time once it was delivered", () => {
    expect(stateAt(message({ state: "DELIVERED" }), at(900))).toBe("DELIVERED");
  });

  it("is told by the newest word, whatever order words come in", () => {
    const [queued, delivered, done] = (["QUEUED", "DELIVERED", "ACKNOWLEDGED"] as const).map((state) =>
      message({ state, ...(state === "QUEUED" ? {} : { deliveredAt: iso(3) }) }),
    ) as [QueueMessage, QueueMessage, QueueMessage];
    for (const words of [
      [queued, delivered, done],
      [done, delivered, queued],
      [delivered, done, queued],
    ]) {
      expect(words.reduce<QueueMessage[]>((known, word) => withMessage(known, word), [])).toEqual([done]);
    }
  });

  it.each([
    ["in order", ["1", "2", "3"]],
    ["reversed", ["3", "2", "1"]],
    ["with the newest in the middle", ["1", "3", "2"]],
  ])("is superseded by a newer message about the same resource: %s", (_, ids) => {
    const sent: Readonly<Record<string, QueueMessage>> = {
      1: hold("ENABLE", "QUEUED", { id: "1" }),
      2: hold("DISABLE", "DELIVERED", { id: "2", timestamp: iso(10), expiresAt: iso(310), deliveredAt: iso(12) }),
      3: hold("ENABLE", "QUEUED", { id: "3", timestamp: iso(20), expiresAt: iso(320) }),
    };
    const other = message({ id: "0", resource: "OutOfOrder", operation: "ENABLE" });
    const known = ids.flatMap((id) => sent[id] ?? []).reduce<QueueMessage[]>(withMessage, [other]);
    expect(known.map(({ state }) => state)).toEqual(["QUEUED", "SUPERSEDED", "SUPERSEDED", "QUEUED"]);
    // A late receipt does not revive it.
    const receipt = hold("DISABLE", "DELIVERED", { id: "2", timestamp: iso(10), deliveredAt: iso(12) });
    expect(withMessage(known, receipt).map(({ state }) => state)[1]).toBe("SUPERSEDED");
    expect(isOn(null, known, "SafetyHold", at(30))).toBe(true);
  });

  it("keeps its end when a newer message follows", () => {
    const ended = hold("ENABLE", "ACKNOWLEDGED", { id: "1", endedAt: iso(5) });
    const expired = message({ id: "2", expiresAt: iso(10) });
    const newer = [
      hold("DISABLE", "QUEUED", { id: "3", timestamp: iso(20) }),
      message({ id: "4", timestamp: iso(20) }),
    ];
    const known = newer.reduce<QueueMessage[]>(withMessage, [expired, ended]);
    expect(known.map((each) => stateAt(each, at(30)))).toEqual(["QUEUED", "QUEUED", "EXPIRED", "ACKNOWLEDGED"]);
  });

  it("keeps messages newest first", () => {
    const ids = ["2", "3", "1"].reduce<QueueMessage[]>((known, id) => withMessage(known, message({ id })), []);
    expect(ids.map(({ id }) => id)).toEqual(["3", "2", "1"]);
  });

  it("is counted by queue and state", () => {
    const messages = [
      message({}),
      hold("ENABLE", "ACKNOWLEDGED"),
      hold("DISABLE", "REFUSED"),
      hold("ENABLE", "QUEUED"),
    ];
    expect(countsOf(messages, at(400))).toEqual([
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

describe("a toggle", () => {
  const off = { on: false, at: iso(-60) };

  it.each<[string, QueueMessage[], number, boolean]>([
    ["is as the fridge says where nothing was asked", [], 10, false],
    ["flips when the command is sent", [hold("ENABLE", "QUEUED")], 10, true],
    ["flips back when nobody fetched it", [hold("ENABLE", "QUEUED")], 400, false],
    ["flips back when the fridge refuses", [hold("ENABLE", "REFUSED", { endedAt: iso(9) })], 10, false],
    ["stays flipped until the fridge reports again", [hold("ENABLE", "ACKNOWLEDGED", { endedAt: iso(9) })], 10, true],
    ["is as the fridge says after that", [hold("ENABLE", "ACKNOWLEDGED", { endedAt: iso(-90) })], 10, false],
    [
      "is as the fridge says long after the end was to come",
      [hold("ENABLE", "DELIVERED", { expiresAt: iso(-90) })],
      10,
      false,
    ],
    ["goes by the last of two", [hold("DISABLE", "QUEUED", { id: "2" }), hold("ENABLE", "DELIVERED")], 10, false],
    [
      "goes by the newest where it superseded the others",
      [
        hold("ENABLE", "QUEUED", { id: "3" }),
        hold("DISABLE", "SUPERSEDED", { id: "2", endedAt: iso(2) }),
        hold("ENABLE", "SUPERSEDED", { endedAt: iso(1) }),
      ],
      10,
      true,
    ],
    [
      "is as the fridge says where the newest expired and the others were superseded",
      [hold("DISABLE", "EXPIRED", { id: "2" }), hold("ENABLE", "SUPERSEDED", { endedAt: iso(1) })],
      400,
      false,
    ],
    ["is not moved by other commands", [message({ resource: "OutOfOrder", operation: "ENABLE" })], 10, false],
  ])("%s", (_, messages, seconds, expected) => {
    expect(isOn(off, messages, "SafetyHold", at(seconds))).toBe(expected);
  });

  it("is off where nothing was ever reported", () => {
    expect(isOn(null, [], "SafetyHold", at(0))).toBe(false);
    expect(isOn({ on: null, at: iso(0) }, [], "SafetyHold", at(0))).toBe(false);
  });
});
