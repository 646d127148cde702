import { describe, expect, it } from "vitest";
import cases from "../../../../functions/locations/cases/edit.json";
import { checkEdit, offeredValues, type EditContext, type LocationEdit } from "./edit";

const FRIDGE_1: EditContext = { id: "FRIDGE_1", prod: 0, reserve: 0 };

describe("spec 5.2, detail edit rules", () => {
  for (const { name, input, errors, ...context } of cases) {
    it(name, () => {
      expect(checkEdit(input as LocationEdit, { ...FRIDGE_1, ...context })).toEqual(errors);
    });
  }
});

describe("spec 3.1, search fields", () => {
  it("fridgeSchema offers MW_STANDARD/latest plus fetched names with '/latest' appended", () => {
    expect(offeredValues("fridgeSchema", ["NE_STANDARD"])).toEqual(["MW_STANDARD/latest", "NE_STANDARD/latest"]);
  });
  it("priceMapTemplate offers PMT_STANDARD once, fetched or not", () => {
    expect(offeredValues("priceMapTemplate", ["PMT_NE_STANDARD", "PMT_STANDARD"])).toEqual([
      "PMT_STANDARD",
      "PMT_NE_STANDARD",
    ]);
  });
});
