/** The file of prices (spec of planning and reporting, sections 3 and 5). */
import type { FileFormat } from "../uploads/rules/sheet";
import { PRICE_COLUMNS, type PriceColumn } from "./rules/itemPrices";

export const PRICE_FORMAT: FileFormat<PriceColumn> = {
  name: "item price file",
  columns: PRICE_COLUMNS,
  others: [],
  lacking: (missing) => `Missing required columns: ${missing.join(", ")}`,
};
