/** The format of a price file (docs/requirements/planning.md, PRC-1). */
import type { FileFormat } from "../uploads/rules/sheet";
import { PRICE_COLUMNS, type PriceColumn } from "./rules/itemPrices";

export const PRICE_FORMAT: FileFormat<PriceColumn> = {
  name: "item price file",
  columns: PRICE_COLUMNS,
  otherFormats: [],
  missingColumnsMessage: (missing) => `Missing required columns: ${missing.join(", ")}`,
};
