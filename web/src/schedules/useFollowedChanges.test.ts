import { describe, expect, it } from "vitest";
import type { ScheduleChange } from "../api/schema";
import { outcomeOf } from "./useFollowedChanges";

const now = new Date("2026-11-24T18:00:05Z");
const due: ScheduleChange = {
  uuid: "a",
  actionTime: "2026-11-24T18:00:00Z",
  id: "FRIDGE_1",
  user: "ops@larder.example",
  version: 1,
  change: { id: "FRIDGE_1", table: "Locations", attribute: "percentage", value: '"5"' },
  pairedWith: null,
  state: "PENDING",
  failure: null,
};
const attributes = ({ applied, failed }: ReturnType<typeof outcomeOf>) => ({
  applied: applied.map((item) => item.attribute),
  failed: failed.map((item) => item.attribute),
});

describe("what became of a scheduled change", () => {
  it("due and gone: applied", () => {
    expect(attributes(outcomeOf([due], [], now))).toEqual({ applied: ["percentage"], failed: [] });
  });
  it("due and still there: waits", () => {
    expect(attributes(outcomeOf([due], [due], now))).toEqual({ applied: [], failed: [] });
  });
  it("gone before its time: deleted", () => {
    const later = { ...due, actionTime: "2026-11-25T18:00:00Z" };
    expect(attributes(outcomeOf([later], [], now))).toEqual({ applied: [], failed: [] });
  });
  it("failed now", () => {
    expect(attributes(outcomeOf([due], [{ ...due, state: "FAILED", failure: "no" }], now))).toEqual({
      applied: [],
      failed: ["percentage"],
    });
  });
  it("failed before, and deleted since", () => {
    expect(attributes(outcomeOf([{ ...due, state: "FAILED" }], [], now))).toEqual({ applied: [], failed: [] });
  });
});
