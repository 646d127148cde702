import { expect, it } from "vitest";
import { setConfig } from "../../api/config";
import { editableRow, type EditableRow } from "../rules/attributes";
import { BULK_EDITABLE_ROWS, validateEdit, createEdit } from "./edits";

setConfig({ companyHostMarker: "" } as Parameters<typeof setConfig>[0]);

const edit = (attribute: string) => createEdit(editableRow(attribute) as EditableRow);

it("does not offer attributes that are unique to a location", () => {
  const offered = BULK_EDITABLE_ROWS.map(({ attribute }) => attribute);
  expect(offered).toContain("layoutName");
  for (const unique of ["address", "deviceAddress", "ip", "latitude", "longitude"])
    expect(offered).not.toContain(unique);
});

it("rejects an untouched edit even if the attribute can be empty", () => {
  expect(validateEdit(edit("route"), undefined)).toEqual([{ field: "route", message: "Choose a new value for route" }]);
});

it("applies the validation rules of an edit", () => {
  const percentage = edit("percentage");
  const typed = { ...percentage, draft: { ...percentage.draft, value: "101" }, touched: new Set(["percentage"]) };
  expect(validateEdit(typed, undefined).map(({ message }) => message)).toEqual([
    "percentage should be a number in the range of 0 to 100!",
  ]);
});

it("requires a reason for an allocation even if some locations have the value", () => {
  const prod = edit("prod");
  const allocation = { ...prod, draft: { ...prod.draft, value: "1" }, touched: new Set(["prod"]) };
  expect(validateEdit(allocation, undefined)).toEqual([
    { field: "updateReason.prod", message: "Reason cannot be empty" },
  ]);
});
