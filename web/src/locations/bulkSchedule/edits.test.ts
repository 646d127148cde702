import { expect, it } from "vitest";
import { setConfig } from "../../api/config";
import { editableRow, type EditableRow } from "../rules/attributes";
import { BULK_ROWS, faultsOf, newEdit } from "./edits";

setConfig({ companyHostMarker: "" } as Parameters<typeof setConfig>[0]);

const edit = (attribute: string) => newEdit(editableRow(attribute) as EditableRow);

it("what belongs to one location alone is not offered for many", () => {
  const offered = BULK_ROWS.map(({ attribute }) => attribute);
  expect(offered).toContain("layoutName");
  for (const own of ["address", "deviceAddress", "ip", "latitude", "longitude"]) expect(offered).not.toContain(own);
});

it("an edit that nobody has touched is not known to be meant, even where nothing is a value", () => {
  expect(faultsOf(edit("route"), undefined)).toEqual([{ field: "route", message: "Choose the new value of route" }]);
});

it("is held to the rules of an edit", () => {
  const percentage = edit("percentage");
  const typed = { ...percentage, draft: { ...percentage.draft, value: "101" }, touched: new Set(["percentage"]) };
  expect(faultsOf(typed, undefined).map(({ message }) => message)).toEqual([
    "percentage should be a number in the range of 0 to 100!",
  ]);
});

it("an allocation needs a reason, also where some locations have the value", () => {
  const prod = edit("prod");
  const chosen = { ...prod, draft: { ...prod.draft, value: "1" }, touched: new Set(["prod"]) };
  expect(faultsOf(chosen, undefined)).toEqual([{ field: "updateReason.prod", message: "Reason cannot be empty" }]);
});
