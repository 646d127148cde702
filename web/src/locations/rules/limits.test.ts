import { describe, expect, it } from "vitest";
import limits from "../../../../functions/locations/cases/limits.json";
import form from "../../../../functions/locations/cases/create.json";
import { checkCreate } from "./create";
import { checkEdit, type LocationEdit } from "./edit";
import { checkWorkHours } from "./hours";
import { OPENINGS_OF_A_DAY } from "./limits";

const ADDRESS = { street: "233 S Wacker Dr", city: "Chicago", state: "IL", zipCode: "60606" };

/** An edit of a field, which can be a part of an attribute, to that text. */
function editOf(field: string, text: string): LocationEdit {
  const [attribute = "", part] = field.split(".");
  if (part === undefined) return { [attribute]: text };
  return { [attribute]: attribute === "address" ? { ...ADDRESS, [part]: text } : { [part]: text } };
}

const wordOf = (field: string) => (field.startsWith("updateReason") ? "Reason" : field.split(".").at(-1));

describe("text beyond its limit is rejected", () => {
  it.each(Object.entries(limits.create))("%s of a new location has at most %i characters", (field, max) => {
    const errors = (text: string) => checkCreate({ ...form.form, [field]: text }, {});
    expect(errors("a".repeat(max))).toEqual([]);
    expect(errors("a".repeat(max + 1))).toEqual([{ field, message: `${field} can have at most ${max} characters` }]);
  });

  it.each(Object.entries(limits.edit))("%s of an edit has at most %i characters", (field, max) => {
    const errors = (text: string) => checkEdit(editOf(field, text), { id: "F1", prod: 0, reserve: 0 });
    expect(errors("a".repeat(max))).toEqual([]);
    const message = `${wordOf(field)} can have at most ${max} characters`;
    expect(errors("a".repeat(max + 1))).toEqual([{ field, message }]);
  });
});

it("a day has at most ten opening times", () => {
  const week = (count: number) => ({
    monday: Array.from({ length: count }, (_, hour) => [
      `${String(hour).padStart(2, "0")}:00`,
      `${String(hour).padStart(2, "0")}:30`,
    ]),
  });
  expect(OPENINGS_OF_A_DAY).toBe(limits.openingsOfADay);
  expect(checkWorkHours(week(OPENINGS_OF_A_DAY), "F1")).toEqual([]);
  expect(checkWorkHours(week(OPENINGS_OF_A_DAY + 1), "F1")).toEqual([
    { field: "workHours", message: `Monday can have at most ${OPENINGS_OF_A_DAY} opening times` },
  ]);
});
