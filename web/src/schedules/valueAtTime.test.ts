import { describe, expect, it } from "vitest";
import shared from "../../../functions/schedules/cases/value-at-time.json";
import { toDraft, isUnchanged } from "../locations/detail/draft";
import { scheduledChange } from "../locations/detail/fridge.fixture";
import { editableRow, type EditableRow } from "../locations/rules/attributes";
import { valueAt } from "./valueAtTime";

interface Planned {
  readonly attribute?: string;
  readonly value: unknown;
  readonly at: string;
}

describe("a change is compared with the value at its time (SCH-21)", () => {
  for (const { name, attribute, now, pending, change, then, unchanged } of shared.cases) {
    it(name, () => {
      const changes = (pending as readonly Planned[]).map((planned, index) =>
        scheduledChange(planned.attribute ?? attribute, planned.value, {
          uuid: String(index),
          actionTime: planned.at,
        }),
      );
      const found = valueAt(attribute, now, changes, new Date(change.at));
      expect(found).toEqual(then);
      const row = editableRow(attribute) as EditableRow;
      expect(isUnchanged(row, toDraft(row, change.value), found)).toBe(unchanged);
    });
  }

  it("failed and held changes are ignored", () => {
    const changes = (["FAILED", "HELD"] as const).map((state) =>
      scheduledChange("stop", 7, { uuid: state, state, actionTime: "2026-11-01T12:00:00Z" }),
    );
    expect(valueAt("stop", 4, changes, new Date("2026-12-24T12:00:00Z"))).toBe(4);
  });
});
