import { describe, expect, it } from "vitest";
import cases from "../../../../functions/logistics/cases/sync.json";
import { checkSync } from "./sync";

describe("spec 5, LogiNext: dates and fulfillment centers", () => {
  it.each(cases)("$name", ({ input, today, errors }) => {
    expect(checkSync(input, today)).toEqual(errors);
  });
});
