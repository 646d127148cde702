/** The actions that a user can be permitted, as in the server's `shared::action::Action`. */
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
  "WriteHandoverNote",
  "ReadActivityLog",
  "ManageAlertNotifications",
  "ManageFridgeConnections",
  "ManagePermissions",
] as const;

export type Action = (typeof ACTIONS)[number];

/** The message for a user who does not have the permission for `action`, or for any of several actions. */
export function missingPermissionMessage(action: Action | readonly Action[]): string {
  return `Your permissions do not include ${typeof action === "string" ? action : action.join(" or ")}`;
}
