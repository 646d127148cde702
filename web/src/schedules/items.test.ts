import { describe, expect, it } from "vitest";
import type { ScheduleChange } from "../api/schema";
import { byAttribute, itemsOf, nextLook } from "./items";

function change(uuid: string, attribute: string, value: unknown, rest: Partial<ScheduleChange> = {}): ScheduleChange {
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
    ...rest,
  };
}

const prod = change("p", "prod", 1, { pairedWith: "r" });
const reason = change("r", "updateReason", { prod: "First Stocking" }, { pairedWith: "p" });

describe("an allocation schedule is a pair of a prod change and an updateReason change", () => {
  it("is shown as one, with its reason", () => {
    const items = itemsOf([reason, prod]);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ attribute: "prod", value: 1, reason: "First Stocking", change: { uuid: "p" } });
  });
  it("a reason whose change is gone is shown alone", () => {
    expect(itemsOf([reason]).map((item) => item.attribute)).toEqual(["updateReason"]);
  });
});

describe("scheduled changes listed per field", () => {
  it("are grouped by attribute, soonest first", () => {
    const groups = byAttribute(
      itemsOf([
        change("b", "percentage", "5", { actionTime: "2026-11-25T00:00:00Z" }),
        change("a", "percentage", "7.5"),
        prod,
        reason,
      ]),
    );
    expect([...groups.keys()].sort()).toEqual(["percentage", "prod"]);
    expect(groups.get("percentage")?.map((item) => item.value)).toEqual(["7.5", "5"]);
  });
  it("a value that is no JSON stands for itself", () => {
    const odd = change("x", "route", "");
    expect(itemsOf([{ ...odd, change: { ...odd.change, value: "mw-7" } }])[0]?.value).toBe("mw-7");
  });
});

describe("the page follows a change until it is applied", () => {
  const now = new Date("2026-11-24T17:59:30Z");
  it("looks again when the next one is due", () => expect(nextLook([prod], now)).toBe(30_000));
  it("looks each second once it is due", () => expect(nextLook([prod], new Date("2026-11-24T18:00:10Z"))).toBe(1_000));
  it("looks each minute while nothing is due", () => expect(nextLook([], now)).toBe(60_000));
  it("does not wait for failed changes", () => {
    expect(nextLook([{ ...prod, state: "FAILED" }], new Date("2026-11-24T18:00:10Z"))).toBe(60_000);
  });
});
