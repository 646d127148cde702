/** The navigation entries (SHL-20), used by the navigation bar, the menu on phones and the home page. */
import { paths } from "../lib/paths";
import type { LinkName } from "../api/config";
import type { Action } from "../api/actions";
import type { Flag } from "../session/permissions";

interface Entry {
  readonly label: string;
  /** The entry is visible only to users with this feature flag. */
  readonly flag?: Flag;
}

/** A screen of the console. */
export interface Internal extends Entry {
  readonly to: string;
  /** The home page lists the screen only for users with this permission. */
  readonly requiredAction?: Action;
}

/** Another application, opened in a new tab. Its URL is part of the configuration (SHL-23). */
export interface External extends Entry {
  readonly link: LinkName;
}

export type NavigationEntry = Internal | External;

export interface NavigationGroup {
  readonly label: string;
  /** Path prefixes of screens that belong to the group but have no entry. */
  readonly pathPrefixes?: readonly string[];
  readonly entries: readonly NavigationEntry[];
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Internal Apps",
    entries: [
      { label: "Facility CMS", link: "facilityCms" },
      { label: "Driver App", link: "driverApp" },
    ],
  },
  {
    label: "Reporting",
    entries: [
      { label: "Today's Packing Slip", link: "todaysPackingSlip" },
      { label: "Historical Allocation", link: "historicalAllocation" },
      { label: "Checkpoints", to: paths.checkpoints, requiredAction: "GetCheckPointStatus" },
      { label: "Stock Outs", to: paths.stockOuts },
      { label: "Empty Channel", to: paths.emptyChannels, requiredAction: "GetEmptyChannel" },
      { label: "Stocking Logs", to: paths.stockingLogs },
      { label: "Route Temperatures", to: paths.routeTemperatures, requiredAction: "RecordTemperature" },
      {
        label: "Drop Off Summary",
        to: paths.dropOffSummary,
        requiredAction: "OverrideDrop",
        flag: "drop-override",
      },
      { label: "Receiving Invoices", link: "receivingInvoices" },
    ],
  },
  {
    label: "Routes",
    pathPrefixes: [paths.routeUpload],
    entries: [
      { label: "View", to: paths.routes, requiredAction: "GetUniqueRoutes" },
      { label: "Upload", to: paths.driverUpload, requiredAction: "UploadRoutes" },
      { label: "LogiNext", to: paths.logiNext, requiredAction: "SyncLogiNext" },
      { label: "JIT Management", to: paths.jit, requiredAction: "UpdateJit", flag: "jit-management" },
    ],
  },
  {
    label: "Forecast",
    entries: [
      { label: "View", to: paths.forecast },
      { label: "Upload", to: paths.forecastUpload, requiredAction: "UpdateForecast" },
    ],
  },
  {
    label: "Pars",
    pathPrefixes: [paths.packingReport],
    entries: [
      { label: "View", to: paths.pars },
      { label: "Upload", to: paths.parsUpload, requiredAction: "UploadPars" },
    ],
  },
  {
    label: "Locations",
    pathPrefixes: [
      paths.importLocations,
      paths.location.screen,
      paths.failedChanges,
      paths.inventory.screen,
      paths.fridgeHealth.screen,
      paths.health,
    ],
    entries: [
      { label: "All", to: paths.locations, requiredAction: "GetAllLocation" },
      { label: "Add Fridge", to: paths.createLocation, requiredAction: "CreateLocation" },
      { label: "View Fridge Software", to: paths.fridgeSoftware, requiredAction: "GetAllLocation" },
    ],
  },
  {
    label: "Channel Management",
    entries: [
      { label: "Planogram", to: paths.planograms, requiredAction: "SchedulePlanogram" },
      { label: "Download Item Prices", to: paths.itemPrices },
      { label: "Update Item Prices", to: paths.itemPriceUpload, requiredAction: "UpdateItemPrices" },
    ],
  },
];

/** Screens that the navigation bar does not list and the home page does. */
export const UNLISTED_NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Fridge Health",
    entries: [
      { label: "Fleet health", to: paths.health, requiredAction: "GetAllLocation" },
      { label: "Alerts", to: paths.alerts },
    ],
  },
  { label: "Packing", entries: [{ label: "Packing Slip Report", to: paths.packingReport }] },
  { label: "Customer Service", entries: [{ label: "Coupons", to: paths.coupons, requiredAction: "GenerateCoupon" }] },
  {
    label: "Administration",
    entries: [
      { label: "User Permissions", to: paths.permissions, requiredAction: "ManagePermissions" },
      { label: "Usage", to: paths.usage, requiredAction: "ManagePermissions" },
    ],
  },
];

/** The groups with the entries that are visible with these feature flags. */
export function visibleNavigation(flags: readonly string[]): readonly NavigationGroup[] {
  return NAVIGATION.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !entry.flag || flags.includes(entry.flag)),
  }));
}

/** Whether the screen at `pathname` belongs to the group. */
export function isCurrent({ entries, pathPrefixes = [] }: NavigationGroup, pathname: string): boolean {
  const path = pathname.toLowerCase();
  return (
    entries.some((entry) => "to" in entry && entry.to === path) ||
    pathPrefixes.some((prefix) => path.startsWith(prefix))
  );
}
