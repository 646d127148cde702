import { describe, expect, it } from "vitest";
import type { ScheduleChange } from "../api/schema";
import { detectOutcome } from "./useScheduledChanges";

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
const attributes = ({ applied, failed }: ReturnType<typeof detectOutcome>) => ({
  applied: applied.map((item) => item.attribute),
  failed: failed.map((item) => item.attribute),
});

describe("the outcome of a scheduled change", () => {
  it("is applied if it was due and is no longer listed", () => {
    expect(attributes(detectOutcome([due], [], now))).toEqual({ applied: ["percentage"], failed: [] });
  });
  it("is unknown while the due change is still listed", () => {
    expect(attributes(detectOutcome([due], [due], now))).toEqual({ applied: [], failed: [] });
  });
  it("is neither applied nor failed if the change disappears before its time", () => {
    const later = { ...due, actionTime: "2026-11-25T18:00:00Z" };
    expect(attributes(detectOutcome([later], [], now))).toEqual({ applied: [], failed: [] });
  });
  it("is failed if its state changes to failed", () => {
    expect(attributes(detectOutcome([due], [{ ...due, state: "FAILED", failure: "no" }], now))).toEqual({
      applied: [],
      failed: ["percentage"],
    });
  });
  it("is unchanged if it failed before and was deleted since", () => {
    expect(attributes(detectOutcome([{ ...due, state: "FAILED" }], [], now))).toEqual({ applied: [], failed: [] });
  });
});
