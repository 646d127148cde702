/** The navigation entries (SHL-20), used by the navigation bar, the menu on phones and the home page. */
import type { LinkName } from "../api/config";
import type { Action } from "../session/actions";
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
      { label: "Checkpoints", to: "/reports/checkpoints", requiredAction: "GetCheckPointStatus" },
      { label: "Stock Outs", to: "/reports/stockouts" },
      { label: "Empty Channel", to: "/reports/emptychannels", requiredAction: "GetEmptyChannel" },
      { label: "Stocking Logs", to: "/reports/stockinglogs" },
      { label: "Route Temperatures", to: "/reports/routetemperatures", requiredAction: "RecordTemperature" },
      {
        label: "Drop Off Summary",
        to: "/reports/dropoffsummary",
        requiredAction: "OverrideDrop",
        flag: "drop-override",
      },
      { label: "Receiving Invoices", link: "receivingInvoices" },
    ],
  },
  {
    label: "Routes",
    pathPrefixes: ["/locations/update_weekly_routes"],
    entries: [
      { label: "View", to: "/locations/view_routes", requiredAction: "GetUniqueRoutes" },
      { label: "Upload", to: "/locations/update_routes", requiredAction: "UploadRoutes" },
      { label: "LogiNext", to: "/loginext", requiredAction: "SyncLogiNext" },
      { label: "JIT Management", to: "/jit-management", requiredAction: "UpdateJit", flag: "jit-management" },
    ],
  },
  {
    label: "Forecast",
    entries: [
      { label: "View", to: "/forecast/view" },
      { label: "Upload", to: "/forecast/upload", requiredAction: "UpdateForecast" },
    ],
  },
  {
    label: "Pars",
    pathPrefixes: ["/pars/prodreport"],
    entries: [
      { label: "View", to: "/pars/list" },
      { label: "Upload", to: "/pars/upload", requiredAction: "UploadPars" },
    ],
  },
  {
    label: "Locations",
    pathPrefixes: [
      "/locations/bulk_new",
      "/locations/detail",
      "/locations/schedule",
      "/locations/inventory",
      "/locations/health",
      "/portfoliohealth",
    ],
    entries: [
      { label: "All", to: "/locations/all", requiredAction: "GetAllLocation" },
      { label: "Add Fridge", to: "/locations/new", requiredAction: "CreateLocation" },
      { label: "View Fridge Software", to: "/locations/fridge_software", requiredAction: "GetAllLocation" },
    ],
  },
  {
    label: "Channel Management",
    entries: [
      { label: "Planogram", to: "/planograms", requiredAction: "SchedulePlanogram" },
      { label: "Download Item Prices", to: "/item-prices-landing" },
      { label: "Update Item Prices", to: "/csv-pricing", requiredAction: "UpdateItemPrices" },
    ],
  },
];

/** Screens that the navigation bar does not list and the home page does. */
export const UNLISTED_NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Fridge Health",
    entries: [
      { label: "Fleet health", to: "/portfoliohealth", requiredAction: "GetAllLocation" },
      { label: "Alerts", to: "/portfoliohealth/alerts" },
    ],
  },
  { label: "Packing", entries: [{ label: "Packing Slip Report", to: "/pars/prodreport" }] },
  { label: "Customer Service", entries: [{ label: "Coupons", to: "/coupons", requiredAction: "GenerateCoupon" }] },
  {
    label: "Administration",
    entries: [
      { label: "User Permissions", to: "/users/permissions", requiredAction: "ManagePermissions" },
      { label: "Usage", to: "/users/usage", requiredAction: "ManagePermissions" },
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
