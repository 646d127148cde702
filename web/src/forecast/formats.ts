/** The forecast's file (spec of planning and reporting, section 3). */
import type { FileFormat } from "../uploads/rules/sheet";

export const FORECAST_COLUMNS = ["Item", "AllocationDate", "Quantity", "ProductionDate"] as const;
export type ForecastColumn = (typeof FORECAST_COLUMNS)[number];

export const FORECAST_FORMAT: FileFormat<ForecastColumn> = {
  name: "forecast file",
  columns: FORECAST_COLUMNS,
  others: [
    {
      name: "pars file",
      columns: ["location", "dropOffDate", "item", "par"],
      to: "/pars/upload",
      screen: "Pars Upload",
    },
  ],
};
