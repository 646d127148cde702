/** The format of a pars file (docs/requirements/planning.md, PAR-1). */
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

export const PAR_FORMAT: FileFormat<ParColumn> = { name: "pars file", columns: PAR_COLUMNS, otherFormats: [] };
