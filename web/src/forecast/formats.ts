/** The format of a forecast file (docs/requirements/planning.md, FCT-1). */
import { paths } from "../lib/paths";
import type { FileFormat } from "../uploads/rules/sheet";

export const FORECAST_COLUMNS = ["Item", "AllocationDate", "Quantity", "ProductionDate"] as const;
export type ForecastColumn = (typeof FORECAST_COLUMNS)[number];

export const FORECAST_FORMAT: FileFormat<ForecastColumn> = {
  name: "forecast file",
  columns: FORECAST_COLUMNS,
  otherFormats: [
    {
      name: "pars file",
      columns: ["location", "dropOffDate", "item", "par"],
      to: paths.parsUpload,
      screen: "Pars Upload",
    },
  ],
};
