import { describe, expect, it } from "vitest";
import cases from "../../../../functions/planograms/cases/updates.json";
import type { RequestType } from "../formats";
import { checkRows, repeatedSlots, type Row, type RowField } from "./updates";

const COLUMNS: Readonly<Record<RequestType, readonly RowField[]>> = {
  UPDATE: ["layoutName", "slot", "vendItemName", "activeHour"],
  CREATE: ["layoutName", "slot", "vendItemName", "physicalFridgeConfig"],
};

describe("the rules of a planogram file (PLN-2)", () => {
  for (const { name, requestType, rows, errors, warnings, values } of cases) {
    it(name, () => {
      const type = requestType as RequestType;
      const parsedRows = rows.map((cells, index): Row => {
        const incomplete = COLUMNS[type].some((column) => !(column in cells));
        return { line: index + 2, cells, incomplete };
      });
      const checked = checkRows(type, parsedRows);
      expect(checked.errors).toEqual(errors);
      const validRows = [...checked.values].map(([line, value]) => ({ line, value }));
      expect(repeatedSlots(validRows)).toEqual(warnings);
      if (errors.length === 0) expect([...checked.values.values()]).toEqual(values);
    });
  }
});
