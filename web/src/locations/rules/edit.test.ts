import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/edit.json";
import { checkEdit, offeredValues, type EditContext, type LocationEdit } from "./edit";

const FRIDGE_1: EditContext = { id: "FRIDGE_1", prod: 0, reserve: 0 };

describe("edit rules (LOC-50 to LOC-56)", () => {
  for (const { name, input, errors, ...context } of cases) {
    it(name, () => {
      expect(checkEdit(input as LocationEdit, { ...FRIDGE_1, ...context })).toEqual(errors);
    });
  }
});

describe("offeredValues (LOC-28)", () => {
  it("offers MW_STANDARD/latest and the fetched names with '/latest' for fridgeSchema", () => {
    expect(offeredValues("fridgeSchema", ["NE_STANDARD"])).toEqual(["MW_STANDARD/latest", "NE_STANDARD/latest"]);
  });
  it("offers PMT_STANDARD exactly once for priceMapTemplate", () => {
    expect(offeredValues("priceMapTemplate", ["PMT_NE_STANDARD", "PMT_STANDARD"])).toEqual([
      "PMT_STANDARD",
      "PMT_NE_STANDARD",
    ]);
  });
});
