import { describe, expect, it } from "vitest";
import { locations, cases } from "../../../../functions/pars/cases/pars.json";
import type { LocationType } from "../../api/schema";
import { PAR_COLUMNS, type ParColumn } from "./format";
import { checkPars, MAX_ITEMS, type ParLocation, type ParRow } from "./parRules";

const LOCATIONS = new Map(
  locations.map(({ id, type, ...tags }): [string, ParLocation] => [id, { type: type as LocationType, ...tags }]),
);

function rowsOf(rows: readonly Readonly<Partial<Record<ParColumn, string>>>[]): ParRow[] {
  return rows.map((cells, index) => ({
    number: index + 2,
    cells: Object.fromEntries(PAR_COLUMNS.map((column) => [column, cells[column] ?? ""])) as Record<ParColumn, string>,
  }));
}

describe("the rules of a pars file (PAR-2, PAR-3)", () => {
  for (const { name, rows, ...expected } of cases) {
    it(name, () => {
      const ordered = new Set("ordered" in expected ? expected.ordered : []);
      const groups = checkPars(rowsOf(rows), { locations: LOCATIONS, ordered });
      expect(
        groups
          .filter(({ errors }) => errors.length > 0)
          .map(({ key, errors }) => ({ group: key, messages: errors.map(({ message }) => message) })),
      ).toEqual("errors" in expected ? expected.errors : []);
      expect(
        groups
          .filter(({ errors }) => errors.length === 0)
          .map(({ key, deliveryDate, jit, pars }) => ({
            stockingId: key,
            deliveryDate,
            jit,
            items: Object.fromEntries(
              pars.map(({ itemName, par, overCapacityAmount, priorityBoost }) => [
                itemName,
                { par, overCapacityAmount: String(overCapacityAmount), priorityBoost },
              ]),
            ),
          })),
      ).toEqual("groups" in expected ? expected.groups : []);
    });
  }

  it(`rejects a stocking with more than ${MAX_ITEMS} items`, () => {
    const row = {
      location: "FRIDGE",
      dropOffDate: "2026-11-23",
      deliveryDate: "2026-11-23",
      par: "1",
      overCapacityAmount: "0",
      jit: "true",
    };
    const rows = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => ({ ...row, item: `Item ${index}` }));
    const errorsOf = (given: typeof rows) =>
      checkPars(rowsOf(given), { locations: LOCATIONS, ordered: new Set() })[0]?.errors;
    expect(errorsOf(rows.slice(1))).toEqual([]);
    expect(errorsOf(rows)).toEqual([{ line: 2, message: "A stocking can have at most 500 items" }]);
  });
});
