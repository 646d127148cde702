import { describe, expect, it } from "vitest";
import cases from "../../../../functions/logistics/cases/sync.json";
import { checkSync } from "./sync";

describe("LogiNext dates and fulfillment centers (LGX-2)", () => {
  it.each(cases)("$name", ({ input, today, errors }) => {
    expect(checkSync(input, today)).toEqual(errors);
  });
});
