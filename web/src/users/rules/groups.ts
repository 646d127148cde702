/** The reference table of actions (docs/requirements/people.md, USR-2). */
import type { Action } from "../../api/actions";

export interface Group {
  readonly name: string;
  readonly actions: readonly Action[];
}

/** The function groups that the requirements define. */
export const STANDARD_GROUPS: readonly Group[] = [
  {
    name: "Driver",
    actions: [
      "FridgeTasks",
      "GetAllLocation",
      "GetEmptyChannel",
      "GetFridgeStock",
      "GetInventoryForLocation",
      "GetCheckPointStatus",
      "GetUniqueRoutes",
      "RecordTemperature",
      "UpdateFridgeStock",
      "VanTasks",
    ],
  },
  { name: "View Fridges", actions: ["GetAllLocation", "GetScheduledEvents", "GetSpecificLocation"] },
  { name: "Edit Fridges", actions: ["GetUniqueLayoutNames", "GetUniquePMTNames", "GetUniqueRoutes"] },
  { name: "Scheduling Fridge Changes", actions: ["DeleteScheduledEvents", "AddScheduledEvent"] },
];

/** Larder's own actions, one for each kind of change that the groups above do not cover. */
export const ADDED_GROUPS: readonly Group[] = [
  { name: "Changing Fridges", actions: ["CreateLocation", "UpdateLocation"] },
  { name: "Fridge Software and Commands", actions: ["DeployFridgeSoftware", "SendFridgeCommand"] },
  { name: "Fridge Alerts", actions: ["ManageAlertNotifications"] },
  { name: "Fridge Connections", actions: ["ManageFridgeConnections"] },
  {
    name: "Routes and Stocking",
    actions: ["UploadRoutes", "OverrideDrop", "UpdateJit", "SyncLogiNext", "WriteHandoverNote"],
  },
  { name: "Planning", actions: ["UploadPars", "UpdateForecast"] },
  { name: "Channel Management", actions: ["SchedulePlanogram", "UpdateItemPrices"] },
  { name: "Customer Service", actions: ["GenerateCoupon"] },
  { name: "Administration", actions: ["ReadActivityLog", "ManagePermissions"] },
];

export const GROUPS: readonly Group[] = [...STANDARD_GROUPS, ...ADDED_GROUPS];
