import { describe, expect, it } from "vitest";
import { editableRow, type EditableRow } from "../rules/attributes";
import { NO_REASON } from "../rules/edit";
import { checkDraft, checkScheduledDraft, draftOf, editOf, isUnchanged, scheduleInputs, type Draft } from "./draft";

const row = (attribute: string) => editableRow(attribute) as EditableRow;
const typed = (value: unknown, rest: Partial<Draft> = {}): Draft => ({ value, reason: "", freeText: "", ...rest });
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

describe("what is typed becomes the body of an update", () => {
  it.each([
    ["text without the spaces around it", "route", typed(" mw-7 "), { route: "mw-7" }],
    ["an emptied route as null, which removes it", "route", typed(""), { route: null }],
    ["an emptied ip as it is, for the rule to refuse", "ip", typed(""), { ip: "" }],
    ["a stop as a number", "stop", typed("12"), { stop: 12 }],
    ["a stop that is none as it is, for the rule to refuse", "stop", typed("2.5"), { stop: "2.5" }],
    ["a percentage as text: a decimal is never a binary float", "percentage", typed("12.50"), { percentage: "12.50" }],
    ["prod as 1/0", "prod", typed("1"), { prod: 1 }],
    [
      "the reason beside prod",
      "prod",
      typed("1", { reason: "First Stocking" }),
      { prod: 1, updateReason: { prod: "First Stocking" } },
    ],
    [
      "for Other, the free text as the reason",
      "prod",
      typed("1", { reason: "Other", freeText: " New tenant " }),
      { prod: 1, updateReason: { prod: "New tenant" } },
    ],
    [
      "24 hours as all-day values",
      "workHours",
      typed({ allDay: true, days: {} }),
      { workHours: Object.fromEntries(Object.keys(weekdays).map((day) => [day, [["00:00", "23:59"]]])) },
    ],
    [
      "hours by day with closed days as empty lists",
      "workHours",
      typed({ allDay: false, days: { monday: [["08:00", "17:00"]], tuesday: [["", ""]] } }),
      { workHours: weekdays },
    ],
    ["no choice of hours as null", "workHours", typed({ allDay: null, days: {} }), { workHours: null }],
  ])("%s", (_name, attribute, draft, edit) => {
    expect(editOf(row(attribute), draft)).toEqual(edit);
  });
});

describe("if nothing changed the dialog simply closes", () => {
  it.each([
    ["an allocation with only a reason", "prod", typed("0", { reason: "First Stocking" }), 0, true],
    ["an allocation that changes", "prod", typed("1"), 0, false],
    [
      "parts in another order",
      "address",
      typed({ city: "Chicago", street: "1 Main St" }),
      { street: "1 Main St", city: "Chicago" },
      true,
    ],
    ["hours chosen anew as they were", "workHours", typed({ allDay: false, days: weekdays }), weekdays, true],
    ["a decimal written another way is a change", "percentage", typed("12.50"), "12.5", false],
  ])("%s", (_name, attribute, draft, stored, unchanged) => {
    expect(isUnchanged(row(attribute), draft, stored)).toBe(unchanged);
  });
});

describe("allocation save and schedule", () => {
  it("if prod changed a reason is required", () => {
    expect(checkDraft(row("prod"), typed("1"), context)).toEqual([{ field: "updateReason.prod", message: NO_REASON }]);
  });
  it("scheduling an allocation needs a non-empty reason, whatever prod is now", () => {
    expect(checkScheduledDraft(row("prod"), typed("0"), context)).toEqual([
      { field: "updateReason.prod", message: NO_REASON },
    ]);
  });
  it("for Other, the free text", () => {
    const other = typed("1", { reason: "Other" });
    expect(checkScheduledDraft(row("prod"), other, context)).toEqual([
      { field: "updateReason.prod", message: NO_REASON },
    ]);
    expect(checkScheduledDraft(row("prod"), { ...other, freeText: "New tenant" }, context)).toEqual([]);
  });
  it("is a pair of a prod change and an updateReason change sharing the same time", () => {
    const at = new Date("2026-11-25T00:00:00Z");
    expect(scheduleInputs(row("prod"), typed("1", { reason: "First Stocking" }), "FRIDGE_1", at)).toEqual([
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

describe("a draft shows what is stored", () => {
  it("24 hours as that choice", () => {
    const { value } = draftOf(row("workHours"), editOf(row("workHours"), typed({ allDay: true, days: {} })).workHours);
    expect(value).toEqual({ allDay: true, days: {} });
  });
  it("hours that were never set as no choice", () => {
    expect(draftOf(row("workHours"), {}).value).toEqual({ allDay: null, days: {} });
  });
});
