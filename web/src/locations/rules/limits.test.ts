import { describe, expect, it } from "vitest";
import limits from "../../../../functions/locations/cases/limits.json";
import form from "../../../../functions/locations/cases/create.json";
import { checkCreate } from "./create";
import { checkEdit, type LocationEdit } from "./edit";
import { checkWorkHours } from "./hours";
import { MAX_OPENINGS_PER_DAY } from "./limits";

const ADDRESS = { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" };

/** An edit that sets a field, or a part of an attribute, to a text. */
function toEdit(field: string, text: string): LocationEdit {
  const [attribute = "", part] = field.split(".");
  if (part === undefined) return { [attribute]: text };
  return { [attribute]: attribute === "address" ? { ...ADDRESS, [part]: text } : { [part]: text } };
}

const fieldName = (field: string) => (field.startsWith("updateReason") ? "Reason" : field.split(".").at(-1));

describe("text length limits", () => {
  it.each(Object.entries(limits.create))("limits %s of a new location to %i characters", (field, max) => {
    const errors = (text: string) => checkCreate({ ...form.form, [field]: text }, {});
    expect(errors("a".repeat(max))).toEqual([]);
    expect(errors("a".repeat(max + 1))).toEqual([{ field, message: `${field} can have at most ${max} characters` }]);
  });

  it.each(Object.entries(limits.edit))("limits %s of an edit to %i characters", (field, max) => {
    const errors = (text: string) => checkEdit(toEdit(field, text), { id: "F1", prod: 0, reserve: 0 });
    expect(errors("a".repeat(max))).toEqual([]);
    const message = `${fieldName(field)} can have at most ${max} characters`;
    expect(errors("a".repeat(max + 1))).toEqual([{ field, message }]);
  });
});

it("limits a day to ten opening times", () => {
  const week = (count: number) => ({
    monday: Array.from({ length: count }, (_, hour) => [
      `${String(hour).padStart(2, "0")}:00`,
      `${String(hour).padStart(2, "0")}:30`,
    ]),
  });
  expect(MAX_OPENINGS_PER_DAY).toBe(limits.openingsOfADay);
  expect(checkWorkHours(week(MAX_OPENINGS_PER_DAY), "F1")).toEqual([]);
  expect(checkWorkHours(week(MAX_OPENINGS_PER_DAY + 1), "F1")).toEqual([
    { field: "workHours", message: `Monday can have at most ${MAX_OPENINGS_PER_DAY} opening times` },
  ]);
});
