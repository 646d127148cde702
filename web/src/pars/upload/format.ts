/** The file of pars (spec of planning and reporting, section 3: Par CSV row). */
import type { FileFormat } from "../../uploads/rules/sheet";

export const PAR_COLUMNS = [
  "location",
  "dropOffDate",
  "deliveryDate",
  "stockingIndex",
  "item",
  "par",
  "overCapacityAmount",
  "jit",
  "priorityBoost",
] as const;
export type ParColumn = (typeof PAR_COLUMNS)[number];

export const PAR_FORMAT: FileFormat<ParColumn> = { name: "pars file", columns: PAR_COLUMNS, others: [] };
