import { describe, expect, it } from "vitest";
import { editableRow, type EditableRow } from "../rules/attributes";
import { REASON_REQUIRED } from "../rules/edit";
import {
  validateDraft,
  validateScheduledDraft,
  toDraft,
  toEdit,
  isUnchanged,
  toScheduleInputs,
  type Draft,
} from "./draft";

const row = (attribute: string) => editableRow(attribute) as EditableRow;
const typed = (value: unknown, overrides: Partial<Draft> = {}): Draft => ({
  value,
  reason: "",
  freeText: "",
  ...overrides,
});
const context = { id: "FRIDGE_1", prod: 0, reserve: 0 };
const weekdays = {
  monday: [["08:00", "17:00"]],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

describe("toEdit", () => {
  it.each([
    ["trims text", "route", typed(" mw-7 "), { route: "mw-7" }],
    ["converts an empty route to null", "route", typed(""), { route: null }],
    ["keeps an empty ip for validation", "ip", typed(""), { ip: "" }],
    ["converts a stop to a number", "stop", typed("12"), { stop: 12 }],
    ["keeps an invalid stop for validation", "stop", typed("2.5"), { stop: "2.5" }],
    ["keeps a percentage as text", "percentage", typed("12.50"), { percentage: "12.50" }],
    ["converts prod to 1 or 0", "prod", typed("1"), { prod: 1 }],
    [
      "adds the reason of prod",
      "prod",
      typed("1", { reason: "First Stocking" }),
      { prod: 1, updateReason: { prod: "First Stocking" } },
    ],
    [
      "uses the free text as the reason for Other",
      "prod",
      typed("1", { reason: "Other", freeText: " New tenant " }),
      { prod: 1, updateReason: { prod: "New tenant" } },
    ],
    [
      "converts 24 hours to all-day times",
      "workHours",
      typed({ allDay: true, days: {} }),
      { workHours: Object.fromEntries(Object.keys(weekdays).map((day) => [day, [["00:00", "23:59"]]])) },
    ],
    [
      "converts closed days to empty lists",
      "workHours",
      typed({ allDay: false, days: { monday: [["08:00", "17:00"]], tuesday: [["", ""]] } }),
      { workHours: weekdays },
    ],
    ["converts missing hours to null", "workHours", typed({ allDay: null, days: {} }), { workHours: null }],
  ])("%s", (_name, attribute, draft, edit) => {
    expect(toEdit(row(attribute), draft)).toEqual(edit);
  });
});

describe("isUnchanged", () => {
  it.each([
    ["ignores a reason without a change", "prod", typed("0", { reason: "First Stocking" }), 0, true],
    ["detects a changed allocation", "prod", typed("1"), 0, false],
    [
      "ignores the order of parts",
      "address",
      typed({ city: "Chicago", street: "1 Main St" }),
      { street: "1 Main St", city: "Chicago" },
      true,
    ],
    ["detects equal hours", "workHours", typed({ allDay: false, days: weekdays }), weekdays, true],
    ["treats another spelling of a decimal as a change", "percentage", typed("12.50"), "12.5", false],
  ])("%s", (_name, attribute, draft, stored, unchanged) => {
    expect(isUnchanged(row(attribute), draft, stored)).toBe(unchanged);
  });
});

describe("validation of an allocation (LOC-60, LOC-61)", () => {
  it("requires a reason for a change of prod", () => {
    expect(validateDraft(row("prod"), typed("1"), context)).toEqual([
      { field: "updateReason.prod", message: REASON_REQUIRED },
    ]);
  });
  it("requires a reason for a scheduled allocation, regardless of the current value", () => {
    expect(validateScheduledDraft(row("prod"), typed("0"), context)).toEqual([
      { field: "updateReason.prod", message: REASON_REQUIRED },
    ]);
  });
  it("requires free text for Other", () => {
    const other = typed("1", { reason: "Other" });
    expect(validateScheduledDraft(row("prod"), other, context)).toEqual([
      { field: "updateReason.prod", message: REASON_REQUIRED },
    ]);
    expect(validateScheduledDraft(row("prod"), { ...other, freeText: "New tenant" }, context)).toEqual([]);
  });
  it("schedules prod and updateReason at the same time", () => {
    const at = new Date("2026-11-25T00:00:00Z");
    expect(toScheduleInputs(row("prod"), typed("1", { reason: "First Stocking" }), "FRIDGE_1", at)).toEqual([
      { location: "FRIDGE_1", attribute: "prod", value: "1", dateTime: "2026-11-25T00:00:00.000Z" },
      {
        location: "FRIDGE_1",
        attribute: "updateReason",
        value: '{"prod":"First Stocking"}',
        dateTime: "2026-11-25T00:00:00.000Z",
      },
    ]);
  });
});

describe("toDraft", () => {
  it("converts all-day times to 24 hours", () => {
    const { value } = toDraft(row("workHours"), toEdit(row("workHours"), typed({ allDay: true, days: {} })).workHours);
    expect(value).toEqual({ allDay: true, days: {} });
  });
  it("converts missing hours to no choice", () => {
    expect(toDraft(row("workHours"), {}).value).toEqual({ allDay: null, days: {} });
  });
});
