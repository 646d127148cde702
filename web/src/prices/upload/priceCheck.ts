/** Compares a price file with the stored prices (docs/requirements/planning.md, PRC-1). */
import { acceptLine, rejectLine, type CheckedLine, type FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { PRICE_FORMAT } from "../format";
import { nameError, PRICE_COLUMNS, rowErrors, type PriceColumn } from "../rules/itemPrices";
import { formatPrice } from "../rules/price";

/** Stored prices by schema, then by item. A schema without stored prices has no entry. */
export type KnownPrices = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The new price of a line and the stored price. */
export interface PriceChange {
  readonly line: number;
  readonly schemaId: string;
  readonly item: string;
  readonly price: string;
  /** Null if the item has no price in the schema. */
  readonly before: string | null;
  /** The schema has no stored prices. Its name can be misspelled. */
  readonly newSchema: boolean;
}

export const priceCheck: FileCheck<PriceColumn, KnownPrices, PriceChange> = {
  format: PRICE_FORMAT,
  // Leaves out names that the server would reject. `compare` rejects their lines.
  keysToLoad: (lines) =>
    [...new Set(lines.map(({ cells }) => cells.schemaId))].filter((id) => nameError("schemaId", id) === null),
  compare: (lines, known) => {
    const errors = rowErrors(lines);
    return lines.map((line, index) => compareLine(line, errors[index] ?? [], known));
  },
};

function compareLine(line: Line<PriceColumn>, errors: readonly string[], known: KnownPrices): CheckedLine<PriceChange> {
  const { cells, number, malformed } = line;
  const reasons = malformed ? [malformed] : errors;
  if (reasons.length > 0) return rejectLine(line, PRICE_COLUMNS, reasons);
  const { schemaId, item } = cells;
  const schema = known.get(schemaId);
  const before = schema?.get(item) ?? null;
  const value = { line: number, schemaId, item, price: formatPrice(cells.price), before, newSchema: !schema };
  if (before === null) return acceptLine(line, PRICE_COLUMNS, "added", value);
  return before === value.price
    ? acceptLine(line, PRICE_COLUMNS, "unchanged", value)
    : acceptLine(line, PRICE_COLUMNS, "changed", value, before);
}
