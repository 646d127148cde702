/** What actions are for: the reference table of the spec (section 6) as it stands, and the groups that Larder adds. */
import type { Action } from "../../session/actions";

export interface Group {
  readonly name: string;
  readonly actions: readonly Action[];
}

/** The spec's own groups. */
export const SPEC_GROUPS: readonly Group[] = [
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

/** One action for each kind of change that the table leaves out (decisions.md). */
export const ADDED_GROUPS: readonly Group[] = [
  { name: "Changing Fridges", actions: ["CreateLocation", "UpdateLocation"] },
  { name: "Fridge Software and Commands", actions: ["DeployFridgeSoftware", "SendFridgeCommand"] },
  { name: "Routes and Stocking", actions: ["UploadRoutes", "OverrideDrop", "UpdateJit", "SyncLogiNext"] },
  { name: "Planning", actions: ["UploadPars", "UpdateForecast"] },
  { name: "Channel Management", actions: ["SchedulePlanogram", "UpdateItemPrices"] },
  { name: "Customer Service", actions: ["GenerateCoupon"] },
  { name: "Administration", actions: ["ManagePermissions"] },
];

export const GROUPS: readonly Group[] = [...SPEC_GROUPS, ...ADDED_GROUPS];
