/** What a person can be granted, by the names that operations ask for (the server's enum Action). */
export const ACTIONS = [
  "AddScheduledEvent",
  "DeleteScheduledEvents",
  "FridgeTasks",
  "GetAllLocation",
  "GetCheckPointStatus",
  "GetEmptyChannel",
  "GetFridgeStock",
  "GetInventoryForLocation",
  "GetScheduledEvents",
  "GetSpecificLocation",
  "GetUniqueLayoutNames",
  "GetUniquePMTNames",
  "GetUniqueRoutes",
  "RecordTemperature",
  "UpdateFridgeStock",
  "VanTasks",
  "CreateLocation",
  "UpdateLocation",
  "UploadRoutes",
  "UploadPars",
  "UpdateForecast",
  "SchedulePlanogram",
  "UpdateItemPrices",
  "GenerateCoupon",
  "DeployFridgeSoftware",
  "SendFridgeCommand",
  "OverrideDrop",
  "UpdateJit",
  "SyncLogiNext",
  "ManagePermissions",
] as const;

export type Action = (typeof ACTIONS)[number];

/** Why a person who lacks `action` cannot use a control. */
export function refusalOf(action: Action): string {
  return `Your permissions do not include ${action}`;
}
