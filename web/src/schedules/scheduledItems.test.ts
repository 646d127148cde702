import { describe, expect, it } from "vitest";
import type { ScheduleChange } from "../api/schema";
import { groupByAttribute, toScheduledItems, nextPollDelay } from "./scheduledItems";

function change(
  uuid: string,
  attribute: string,
  value: unknown,
  overrides: Partial<ScheduleChange> = {},
): ScheduleChange {
  return {
    uuid,
    actionTime: "2026-11-24T18:00:00Z",
    id: "FRIDGE_1",
    user: "ops@larder.example",
    version: 1,
    change: { id: "FRIDGE_1", table: "Locations", attribute, value: JSON.stringify(value) },
    pairedWith: null,
    state: "PENDING",
    failure: null,
    ...overrides,
  };
}

const prod = change("p", "prod", 1, { pairedWith: "r" });
const reason = change("r", "updateReason", { prod: "First Stocking" }, { pairedWith: "p" });

describe("an allocation schedule is a pair of a prod change and an updateReason change (SCH-7)", () => {
  it("becomes one item with its reason", () => {
    const items = toScheduledItems([reason, prod]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ attribute: "prod", value: 1, reason: "First Stocking", change: { uuid: "p" } });
  });
  it("keeps a reason whose paired change is missing", () => {
    expect(toScheduledItems([reason]).map((item) => item.attribute)).toEqual(["updateReason"]);
  });
});

describe("scheduled changes by attribute", () => {
  it("are grouped by attribute and sorted by time", () => {
    const groups = groupByAttribute(
      toScheduledItems([
        change("b", "percentage", "5", { actionTime: "2026-11-25T00:00:00Z" }),
        change("a", "percentage", "7.5"),
        prod,
        reason,
      ]),
    );
    expect([...groups.keys()].sort()).toEqual(["percentage", "prod"]);
    expect(groups.get("percentage")?.map((item) => item.value)).toEqual(["7.5", "5"]);
  });
  it("keep a value that is not valid JSON as text", () => {
    const plainText = change("x", "route", "");
    expect(toScheduledItems([{ ...plainText, change: { ...plainText.change, value: "mw-7" } }])[0]?.value).toBe("mw-7");
  });
});

describe("the poll delay until a change is applied", () => {
  const now = new Date("2026-11-24T17:59:30Z");
  it("lasts until the next change is due", () => expect(nextPollDelay([prod], now)).toBe(30_000));
  it("is one second once a change is due", () =>
    expect(nextPollDelay([prod], new Date("2026-11-24T18:00:10Z"))).toBe(1_000));
  it("is one minute without pending changes", () => expect(nextPollDelay([], now)).toBe(60_000));
  it("ignores failed changes", () => {
    expect(nextPollDelay([{ ...prod, state: "FAILED" }], new Date("2026-11-24T18:00:10Z"))).toBe(60_000);
  });
});
