/** The navigation bar's entries (spec, section 2.2), as data for the bar, the phone's menu and the home page. */
import type { LinkName } from "../api/config";
import type { Action } from "../session/actions";
import type { Flag } from "../session/permissions";

interface Entry {
  readonly label: string;
  /** Shown only to whom this flag is on for. */
  readonly flag?: Flag;
}

/** A screen of the console. */
export interface Internal extends Entry {
  readonly to: string;
  /** Without it there is nothing to do there. */
  readonly needs?: Action;
}

/** Another application, opened in a new tab; its address is run-time configuration. */
export interface External extends Entry {
  readonly link: LinkName;
}

export type NavigationEntry = Internal | External;

export interface NavigationGroup {
  readonly label: string;
  /** Screens that belong to the group without an entry: what their addresses begin with. */
  readonly covers?: readonly string[];
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
      { label: "Checkpoints", to: "/reports/checkpoints", needs: "GetCheckPointStatus" },
      { label: "Stock Outs", to: "/reports/stockouts" },
      { label: "Empty Channel", to: "/reports/emptychannels", needs: "GetEmptyChannel" },
      { label: "Stocking Logs", to: "/reports/stockinglogs" },
      { label: "Route Temperatures", to: "/reports/routetemperatures", needs: "RecordTemperature" },
      { label: "Drop Off Summary", to: "/reports/dropoffsummary", needs: "OverrideDrop", flag: "drop-override" },
      { label: "Receiving Invoices", link: "receivingInvoices" },
    ],
  },
  {
    label: "Routes",
    covers: ["/locations/update_weekly_routes"],
    entries: [
      { label: "View", to: "/locations/view_routes", needs: "GetUniqueRoutes" },
      { label: "Upload", to: "/locations/update_routes", needs: "UploadRoutes" },
      { label: "LogiNext", to: "/loginext", needs: "SyncLogiNext" },
      { label: "JIT Management", to: "/jit-management", needs: "UpdateJit", flag: "jit-management" },
    ],
  },
  {
    label: "Forecast",
    entries: [
      { label: "View", to: "/forecast/view" },
      { label: "Upload", to: "/forecast/upload", needs: "UpdateForecast" },
    ],
  },
  {
    label: "Pars",
    covers: ["/pars/prodreport"],
    entries: [
      { label: "View", to: "/pars/list" },
      { label: "Upload", to: "/pars/upload", needs: "UploadPars" },
    ],
  },
  {
    label: "Locations",
    covers: [
      "/locations/bulk_new",
      "/locations/detail",
      "/locations/schedule",
      "/locations/inventory",
      "/locations/health",
      "/portfoliohealth",
    ],
    entries: [
      { label: "All", to: "/locations/all", needs: "GetAllLocation" },
      { label: "Add Fridge", to: "/locations/new", needs: "CreateLocation" },
      { label: "View Fridge Software", to: "/locations/fridge_software", needs: "GetAllLocation" },
    ],
  },
  {
    label: "Channel Management",
    entries: [
      { label: "Planogram", to: "/planograms", needs: "SchedulePlanogram" },
      { label: "Download Item Prices", to: "/item-prices-landing" },
      { label: "Update Item Prices", to: "/csv-pricing", needs: "UpdateItemPrices" },
    ],
  },
];

/** Screens that the bar has no entry for (spec, section 2.2), and that the home page leads to all the same. */
export const BESIDES: readonly NavigationGroup[] = [
  {
    label: "Fridge Health",
    entries: [
      { label: "Fleet health", to: "/portfoliohealth", needs: "GetAllLocation" },
      { label: "Alerts", to: "/portfoliohealth/alerts" },
    ],
  },
  { label: "Packing", entries: [{ label: "Packing Slip Report", to: "/pars/prodreport" }] },
  { label: "Customer Service", entries: [{ label: "Coupons", to: "/coupons", needs: "GenerateCoupon" }] },
  {
    label: "Administration",
    entries: [
      { label: "User Permissions", to: "/users/permissions", needs: "ManagePermissions" },
      { label: "Usage", to: "/users/usage", needs: "ManagePermissions" },
    ],
  },
];

/** The groups with what the flags let through. */
export function visibleNavigation(flags: readonly string[]): readonly NavigationGroup[] {
  return NAVIGATION.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !entry.flag || flags.includes(entry.flag)),
  }));
}

/** Whether what is shown at `pathname` belongs to the group. */
export function isCurrent({ entries, covers = [] }: NavigationGroup, pathname: string): boolean {
  const path = pathname.toLowerCase();
  return entries.some((entry) => "to" in entry && entry.to === path) || covers.some((start) => path.startsWith(start));
}
