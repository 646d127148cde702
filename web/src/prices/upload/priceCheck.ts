/** A price file's lines compared with what is stored (spec of planning and reporting, section 4). */
import type { CheckedLine, FileCheck } from "../../uploads/rules/checked";
import type { Line } from "../../uploads/rules/sheet";
import { PRICE_FORMAT } from "../format";
import { nameFault, PRICE_COLUMNS, priceFaults, type PriceColumn } from "../rules/itemPrices";
import { priceText } from "../rules/price";

/** By schema, then by item. A schema of which nothing is stored is not among them. */
export type KnownPrices = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What is to be sent of a line, and what is stored now. */
export interface PriceChange {
  readonly line: number;
  readonly schemaId: string;
  readonly item: string;
  readonly price: string;
  /** Null where the item has no price in the schema. */
  readonly before: string | null;
  /** Nothing is stored of the schema: it may be a slip. */
  readonly newSchema: boolean;
}

export const priceCheck: FileCheck<PriceColumn, KnownPrices, PriceChange> = {
  format: PRICE_FORMAT,
  // A name that the server would refuse is none: its lines are refused here.
  needs: (lines) =>
    [...new Set(lines.map(({ cells }) => cells.schemaId))].filter((id) => nameFault("schemaId", id) === null),
  compare: (lines, known) => {
    const faults = priceFaults(lines);
    return lines.map((line, index) => checkedLine(line, faults[index] ?? [], known));
  },
};

function checkedLine(line: Line<PriceColumn>, faults: readonly string[], known: KnownPrices): CheckedLine<PriceChange> {
  const { cells, number, malformed } = line;
  const told = { line: number, cells: PRICE_COLUMNS.map((column) => cells[column]) };
  const reasons = malformed ? [malformed] : faults;
  if (reasons.length > 0) return { ...told, outcome: "refused", stored: null, reasons, value: null };
  const { schemaId, item } = cells;
  const schema = known.get(schemaId);
  const before = schema?.get(item) ?? null;
  const value = { line: number, schemaId, item, price: priceText(cells.price), before, newSchema: !schema };
  const outcome = before === null ? "added" : before === value.price ? "unchanged" : "changed";
  return { ...told, outcome, stored: outcome === "changed" ? before : null, reasons: [], value };
}
