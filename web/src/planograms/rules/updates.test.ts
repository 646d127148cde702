import { describe, expect, it } from "vitest";
import cases from "../../../../functions/planograms/cases/updates.json";
import { FORMATS, type RequestType } from "../formats";
import { checkRows, repeatedSlots, type Row } from "./updates";

/** The column of the field `physicalFridgeConfig` in a file. */
const CONFIG_COLUMN = "physical fridge config";

describe("the rules of a planogram file (PLN-2)", () => {
  for (const { name, requestType, rows, errors, warnings, values } of cases) {
    it(name, () => {
      const type = requestType as RequestType;
      const parsedRows = rows.map((fields, index): Row => {
        const cells =
          "physicalFridgeConfig" in fields ? { ...fields, [CONFIG_COLUMN]: fields.physicalFridgeConfig } : fields;
        const isIncomplete = FORMATS[type].columns.some((column) => !(column in cells));
        return { number: index + 2, cells, ...(isIncomplete && { incomplete: true }) };
      });
      const checked = checkRows(type, parsedRows);
      expect(checked.errors).toEqual(errors);
      const validRows = [...checked.values].map(([line, value]) => ({ line, value }));
      expect(repeatedSlots(validRows)).toEqual(warnings);
      if (errors.length === 0) expect([...checked.values.values()]).toEqual(values);
    });
  }
});
