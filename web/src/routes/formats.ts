/** The two file formats of this area (docs/requirements/routes.md, RTE-4 and RTE-5). Each names the other, because users confuse them. */
import { paths } from "../lib/paths";
import type { FileFormat, OtherFormat } from "../uploads/rules/sheet";

export const DRIVER_COLUMNS = ["id", "route", "stop"] as const;
export type DriverColumn = (typeof DRIVER_COLUMNS)[number];

export const SCHEDULE_COLUMNS = ["date", "market", "id", "route", "stop", "stockingIndex", "stopType"] as const;
export type ScheduleColumn = (typeof SCHEDULE_COLUMNS)[number];

export const DRIVERS_SCREEN = { to: paths.driverUpload, screen: "Upload Drivers" };
export const SCHEDULE_SCREEN = { to: paths.routeUpload, screen: "Upload Routes" };

const DRIVERS: OtherFormat = { name: "driver and route file", columns: DRIVER_COLUMNS, ...DRIVERS_SCREEN };
const SCHEDULE: OtherFormat = { name: "route and stop schedule", columns: SCHEDULE_COLUMNS, ...SCHEDULE_SCREEN };

export const DRIVER_FORMAT: FileFormat<DriverColumn> = {
  name: DRIVERS.name,
  columns: DRIVER_COLUMNS,
  otherFormats: [SCHEDULE],
};

export const SCHEDULE_FORMAT: FileFormat<ScheduleColumn> = {
  name: SCHEDULE.name,
  columns: SCHEDULE_COLUMNS,
  otherFormats: [DRIVERS],
};
